/** State of the conversation on screen: its tree, its path, its runs, and what is being looked at. */
import { create } from 'zustand';
import type { Checkpoint, Conversation, ConversationEvent, NodeSummary, Part } from '../../shared/model';
import type { TreeView } from '../../shared/rpc/contract';
import type { QueuedPrompt, RunState } from '../../shared/rpc/runs';
import { buildTree, foldTurns, pathTo, type Tree, type TurnNode, turnBoundaries } from '../../shared/tree';

export interface ConversationView {
  conversation: Conversation;
  tree: Tree<NodeSummary>;
  turns: Tree<TurnNode>;
  /** Turn of each message. */
  turnOf: Map<string, string>;
  /** Message ids root → tip. */
  path: string[];
  pathSet: Set<string>;
  turnPath: Set<string>;
  boundaries: Set<string>;
  checkpoints: Checkpoint[];
  events: ConversationEvent[];
  runs: RunState[];
  queue: QueuedPrompt[];
  /** Turn that the keyboard is on in the tree. */
  focus: string | null;
  selection: ReadonlySet<string>;
  compare: { parent: string | null; ids: string[] } | null;
  edit: { message: string; parts: Part[] } | null;
}

interface ViewState {
  view: ConversationView | null;
  loading: boolean;
  loadError: string | null;
}

export const useView = create<ViewState>()(() => ({ view: null, loading: false, loadError: null }));

/** Changes the view on screen, if it is (still) of that conversation. */
export function patchView(
  conversationId: string,
  change: (view: ConversationView) => Partial<ConversationView>,
): void {
  useView.setState((state) => {
    if (state.view?.conversation.id !== conversationId) return {};
    return { view: { ...state.view, ...change(state.view) } };
  });
}

/** A view from what the main process tells of a tree; what the screen knew besides is kept. */
export function viewOf(answer: TreeView, before: ConversationView | null): ConversationView {
  const same = before?.conversation.id === answer.conversation.id ? before : null;
  const shape = shapeOf(answer.nodes);
  return {
    conversation: answer.conversation,
    ...shape,
    ...pathOf(shape.tree, shape.turnOf, answer.conversation.tip),
    checkpoints: answer.checkpoints,
    events: answer.events,
    runs: same?.runs ?? [],
    queue: same?.queue ?? [],
    focus: same?.focus && shape.turns.nodes.has(same.focus) ? same.focus : null,
    selection: new Set([...(same?.selection ?? [])].filter((id) => shape.turns.nodes.has(id))),
    compare: same?.compare?.ids.every((id) => shape.tree.nodes.has(id)) ? same.compare : null,
    edit: same?.edit && shape.tree.nodes.has(same.edit.message) ? same.edit : null,
  };
}

function shapeOf(
  nodes: Iterable<NodeSummary>,
): Pick<ConversationView, 'tree' | 'turns' | 'turnOf' | 'boundaries'> {
  const tree = buildTree(nodes);
  const { turns, turnOf } = foldTurns(tree);
  return { tree, turns, turnOf, boundaries: turnBoundaries(tree) };
}

function pathOf(
  tree: Tree<NodeSummary>,
  turnOf: ReadonlyMap<string, string>,
  tip: string | null,
): Pick<ConversationView, 'path' | 'pathSet' | 'turnPath'> {
  const path = pathTo(tree, tip);
  return { path, pathSet: new Set(path), turnPath: new Set(path.map((id) => turnOf.get(id)!)) };
}

/** The view after nodes were added. */
export function withNodes(
  view: ConversationView,
  nodes: readonly NodeSummary[],
  tip: string | null,
): Partial<ConversationView> {
  const fresh = nodes.filter((node) => !view.tree.nodes.has(node.id));
  if (fresh.length === 0)
    return tip === view.conversation.tip ? {} : withTip(view, tip, view.conversation.recentTips);
  const shape = shapeOf([...view.tree.nodes.values(), ...fresh]);
  return {
    ...shape,
    conversation: { ...view.conversation, tip },
    ...pathOf(shape.tree, shape.turnOf, tip),
  };
}

/** The view after the tip moved. */
export function withTip(
  view: ConversationView,
  tip: string | null,
  recentTips: string[],
): Partial<ConversationView> {
  return { conversation: { ...view.conversation, tip, recentTips }, ...pathOf(view.tree, view.turnOf, tip) };
}
