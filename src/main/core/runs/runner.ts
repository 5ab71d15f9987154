/** Runs: a prompt and all turns until the model stops calling tools, errs, or is stopped. */
import { newId } from '../../../shared/ids';
import type { Finish, Message, Part, ToolCallPart, Usage } from '../../../shared/model';
import type { RunEvent, RunState } from '../../../shared/rpc/runs';
import { openCallsAt, pathTo } from '../../../shared/tree';
import { Channel } from '../channel';
import { toRunError } from '../providers/errors';
import type { Providers, ResolvedModel } from '../providers/registry';
import type { RunService } from '../rpc/services';
import { type Store, StoreError } from '../store';
import { firstWords } from '../store/merge';
import { runStep, StepFailed } from './step';
import { runTool } from './tools';

/** Turns of one run; a model that calls tools without end is stopped here. */
const MAX_TURNS = 25;
/** Milliseconds between two writes of a partial answer to the journal. */
const JOURNAL_MS = 1_000;
/** Milliseconds over which deltas are gathered into one event. */
const DELTA_MS = 30;

interface Active {
  state: RunState;
  controller: AbortController;
  /** Resolves when the run is over, whatever way. */
  over: Promise<void>;
  flush: () => void;
  /** Set when the message it answers is deleted: nothing of it is kept. */
  discard: boolean;
}

export interface RunsOptions {
  store: Store;
  providers: Providers;
}

/** Runs over a store. Runs that a crash broke off are marked interrupted and offered back [R4]. */
export function createRuns({ store, providers }: RunsOptions): RunService {
  const active = new Map<string, Active>();
  const channels = new Map<string, Channel<RunEvent>>();
  const listeners = new Set<() => void>();
  let closing = false;

  if (!store.context.readOnly) {
    for (const run of store.journal.runs()) {
      if (run.status === 'streaming' || run.status === 'tools')
        store.journal.saveRun({ ...run, status: 'interrupted' });
    }
  }

  function publish(conversation: string, event: RunEvent): void {
    channels.get(conversation)?.publish(event);
  }
  function publishQueue(conversation: string): void {
    publish(conversation, { type: 'queue', queue: store.journal.queue(conversation) });
  }
  function tellRunning(): void {
    for (const listener of listeners) listener();
  }

  /** State of all runs of a conversation: live ones as they are now, broken ones from the journal. */
  function statesOf(conversation: string): RunState[] {
    return store.journal.runs(conversation).map((run) => active.get(run.id)?.state ?? run);
  }

  function activeAt(conversation: string, parent: string | null): Active | undefined {
    const tree = store.tree(conversation);
    return [...active.values()].find(
      ({ state }) =>
        state.conversationId === conversation &&
        (parent === state.parentId || pathTo(tree, state.parentId).includes(parent ?? '')) &&
        parent !== null,
    );
  }

  function modelFor(conversation: string, chosen?: string): string {
    if (chosen) return chosen;
    const { model } = store.conversation(conversation);
    if (model !== null) {
      // An imported conversation names a model of its source, which may be none of ours.
      try {
        providers.resolve(model);
        return model;
      } catch {
        // Falls through to the default.
      }
    }
    const settings = store.settings.get('settings') as { defaultModel?: string | null } | undefined;
    return settings?.defaultModel ?? providers.defaultModel();
  }

  function start(conversation: string, parent: string, modelId: string, previous?: RunState): string {
    const resolved = providers.resolve(modelId);
    const state: RunState = {
      id: previous?.id ?? newId(),
      conversationId: conversation,
      parentId: parent,
      status: 'streaming',
      model: modelId,
      parts: [],
      usage: null,
      error: null,
      startedAt: Date.now(),
    };
    store.journal.saveRun(state);
    const run: Active = {
      state,
      controller: new AbortController(),
      over: Promise.resolve(),
      flush: () => {},
      discard: false,
    };
    active.set(state.id, run);
    publish(conversation, { type: 'run', run: state });
    tellRunning();
    run.over = work(run, resolved)
      .catch((error: unknown) => fail(run, error, resolved))
      .finally(() => {
        active.delete(state.id);
        tellRunning();
        if (!closing) advanceQueue(conversation);
      });
    return state.id;
  }

  async function work(run: Active, resolved: ResolvedModel): Promise<void> {
    const { conversationId } = run.state;
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const path = store.path(conversationId, run.state.parentId);
      const events = gather(run);
      let result: Awaited<ReturnType<typeof runStep>>;
      try {
        result = await runStep(
          resolved,
          path,
          (hash) => store.blobs.read(hash)?.bytes ?? null,
          events,
          run.controller.signal,
        );
      } finally {
        events.end();
      }
      if (run.discard) return;
      const calls = result.parts.filter((part): part is ToolCallPart => part.type === 'tool-call');
      if (result.parts.length === 0)
        throw new Error('the model answered with nothing. Try again, or choose another model.');
      run.state.usage = result.usage;
      const answer = message(run, 'assistant', result.parts, result.finish, result.usage);
      const turnMessages = [answer];
      if (calls.length > 0) {
        setStatus(run, 'tools');
        for (const call of calls) {
          const above = turnMessages.at(-1)!;
          const context = { path: [...path, ...turnMessages], now: () => new Date() };
          const toolMessage = message(run, 'tool', [runTool(call, context)], null, null);
          toolMessage.parentId = above.id;
          toolMessage.model = null;
          turnMessages.push(toolMessage);
        }
      }
      if (run.controller.signal.aborted) throw new StepFailed(run.controller.signal.reason, result.parts);
      const last = turnMessages.at(-1)!;
      // The tip follows only where it still rests on what is answered: whoever went elsewhere stays there.
      const follows = store.conversation(conversationId).tip === run.state.parentId;
      const { tip } = store.write(() => {
        const stored = store.insertMessages(turnMessages, { moveTip: follows });
        run.state = { ...run.state, parentId: last.id, parts: [], status: 'streaming' };
        if (calls.length === 0) store.journal.deleteRun(run.state.id);
        else store.journal.saveRun(run.state);
        return stored;
      });
      publish(conversationId, { type: 'committed', runId: run.state.id, messages: turnMessages, tip });
      if (calls.length === 0) {
        publish(conversationId, { type: 'ended', runId: run.state.id, status: 'done' });
        return;
      }
    }
    throw new Error(`stopped after ${MAX_TURNS} turns of tool calls. Retry goes on from here.`);
  }

  function message(
    run: Active,
    role: Message['role'],
    parts: Part[],
    finish: Finish | null,
    usage: Usage | null,
  ): Message {
    return {
      id: newId(),
      conversationId: run.state.conversationId,
      parentId: run.state.parentId,
      role,
      parts,
      model: run.state.model,
      createdAt: Date.now(),
      usage,
      finish,
      sourceId: null,
      meta: null,
    };
  }

  function setStatus(run: Active, status: RunState['status']): void {
    run.state = { ...run.state, status };
    publish(run.state.conversationId, { type: 'run', run: run.state });
  }

  /** Gathers what streams in: the state at once, events and the journal from time to time. */
  function gather(run: Active) {
    let waiting: { index: number; partType: 'text' | 'reasoning'; text: string } | null = null;
    let timer: NodeJS.Timeout | null = null;
    let written = Date.now();
    const flush = (): void => {
      if (timer) clearTimeout(timer);
      timer = null;
      if (waiting) publish(run.state.conversationId, { type: 'delta', runId: run.state.id, ...waiting });
      waiting = null;
      if (Date.now() - written >= JOURNAL_MS && !run.discard) {
        written = Date.now();
        store.journal.saveRun(run.state);
      }
    };
    run.flush = flush;
    return {
      delta(index: number, partType: 'text' | 'reasoning', text: string): void {
        const { parts } = run.state;
        const part = parts[index];
        if (part?.type === partType) part.text += text;
        else parts[index] = { type: partType, text };
        if (waiting && (waiting.index !== index || waiting.partType !== partType)) flush();
        if (waiting) waiting.text += text;
        else waiting = { index, partType, text };
        timer ??= setTimeout(flush, DELTA_MS);
      },
      part(index: number, part: Part): void {
        flush();
        run.state.parts[index] = part;
        publish(run.state.conversationId, { type: 'part', runId: run.state.id, index, part });
      },
      end: flush,
    };
  }

  /** A run that broke: what it had said stays beside the transcript [R4]. */
  function fail(run: Active, error: unknown, resolved: ResolvedModel): void {
    const { conversationId, id } = run.state;
    if (run.discard) {
      store.journal.deleteRun(id);
      publish(conversationId, { type: 'ended', runId: id, status: 'done' });
      return;
    }
    const stopped = run.controller.signal.aborted;
    const cause = error instanceof StepFailed ? error.cause : error;
    const parts = (error instanceof StepFailed ? error.parts : run.state.parts).filter(
      (part) => part.type === 'text' || part.type === 'reasoning',
    );
    run.state = {
      ...run.state,
      parts,
      status: closing ? 'interrupted' : stopped ? 'stopped' : 'error',
      error: stopped ? null : toRunError(cause, resolved.provider.label, resolved.secrets),
    };
    store.journal.saveRun(run.state);
    publish(conversationId, { type: 'run', run: run.state });
    publish(conversationId, { type: 'ended', runId: id, status: run.state.status });
  }

  /** After a run: the next prompt that waits, unless the answer before it broke. */
  function advanceQueue(conversation: string): void {
    try {
      const [next] = store.journal.queue(conversation);
      if (!next) return;
      const { tip } = store.conversation(conversation);
      const running = [...active.values()].some((run) => run.state.conversationId === conversation);
      if (running || statesOf(conversation).some((run) => run.parentId === tip)) return;
      const model = modelFor(conversation, next.model ?? undefined);
      providers.resolve(model);
      const prompt = store.write(() => {
        const stored = storePrompt(conversation, tip, next.parts);
        store.journal.removeQueued(next.id);
        return stored;
      });
      publishQueue(conversation);
      start(conversation, prompt, model);
    } catch (error) {
      // The prompt stays in the queue and is shown there; the next run or a person moves it on.
      console.error(
        `A queued prompt could not be sent: ${error instanceof Error ? error.message : String(error)}`,
      );
      publishQueue(conversation);
    }
  }

  function storePrompt(conversation: string, parent: string | null, parts: Part[]): string {
    const prompt: Message = {
      id: newId(),
      conversationId: conversation,
      parentId: parent,
      role: 'user',
      parts,
      model: null,
      createdAt: Date.now(),
      usage: null,
      finish: null,
      sourceId: null,
      meta: null,
    };
    store.insertMessages([prompt], { moveTip: true });
    if (store.conversation(conversation).title === '') {
      const title = firstWords(parts);
      if (title !== '') store.setTitle(conversation, title, 'auto');
    }
    return prompt.id;
  }

  /** The message must be there and end a turn: a prompt, or results that wait for an answer. */
  function answerable(conversation: string, parent: string): void {
    const node = store.tree(conversation).nodes.get(parent);
    if (!node) throw new StoreError('NOT_FOUND', 'The message to be answered is not there any more.');
    if (openCallsAt(store.tree(conversation), parent).size > 0)
      throw new StoreError('CONFLICT', 'The turn has calls without results; it cannot be continued there.');
    if (node.role === 'assistant')
      throw new StoreError(
        'BAD_REQUEST',
        'An answer follows a prompt. Write one, or answer the prompt above again.',
      );
  }

  async function stopAndWait(run: Active): Promise<void> {
    run.controller.abort(new Error('stopped'));
    await run.over;
  }

  return {
    async send({ conversation, parent, parts, model }) {
      const words = parts.filter((part) => part.type !== 'text' || part.text.trim() !== '');
      if (words.length === 0) throw new StoreError('BAD_REQUEST', 'The prompt is empty.');
      // Known before anything is stored: a model that cannot be called takes no prompt.
      if (conversation === null) {
        const chosen =
          model ??
          (store.settings.get('settings') as { defaultModel?: string | null } | undefined)?.defaultModel ??
          providers.defaultModel();
        providers.resolve(chosen);
        const made = store.write(() => {
          const fresh = store.createConversation({ model: chosen });
          return { id: fresh.id, prompt: storePrompt(fresh.id, null, words) };
        });
        const run = start(made.id, made.prompt, chosen);
        return { conversation: made.id, message: made.prompt, run, queued: null };
      }
      const chosen = modelFor(conversation, model);
      providers.resolve(chosen);
      const running = parent === null ? undefined : activeAt(conversation, parent);
      if (running) {
        const queued = store.journal.enqueue(conversation, words, model ?? null);
        publishQueue(conversation);
        return { conversation, message: null, run: null, queued: queued.id };
      }
      if (!store.isBoundary(conversation, parent))
        throw new StoreError(
          'CONFLICT',
          'The message that this prompt follows is not there any more, or its turn is not over. The text is kept; send it again where you are.',
        );
      const prompt = store.write(() => {
        const stored = storePrompt(conversation, parent, words);
        if (model !== undefined) store.setModel(conversation, model);
        return stored;
      });
      return { conversation, message: prompt, run: start(conversation, prompt, chosen), queued: null };
    },

    async answer({ conversation, parent, model }) {
      answerable(conversation, parent);
      const chosen = modelFor(conversation, model);
      providers.resolve(chosen);
      if (
        [...active.values()].some(
          (run) => run.state.conversationId === conversation && run.state.parentId === parent,
        )
      )
        throw new StoreError('CONFLICT', 'An answer to this prompt is under way already.');
      store.moveTip(conversation, parent);
      return { run: start(conversation, parent, chosen) };
    },

    async stop(id) {
      const run = active.get(id);
      if (!run) return { stopped: false };
      await stopAndWait(run);
      return { stopped: true };
    },

    async resolve(id, action) {
      if (active.has(id)) throw new StoreError('CONFLICT', 'This answer is still under way. Stop it first.');
      const state = store.journal.run(id);
      if (!state) throw new StoreError('NOT_FOUND', 'This answer is not there any more.');
      const { conversationId, parentId } = state;
      if (action === 'retry') {
        answerable(conversationId, parentId);
        const model = modelFor(conversationId, state.model);
        providers.resolve(model);
        store.moveTip(conversationId, parentId);
        store.journal.deleteRun(id);
        publish(conversationId, { type: 'ended', runId: id, status: 'done' });
        return { run: start(conversationId, parentId, model), message: null };
      }
      let kept: string | null = null;
      store.write(() => {
        if (action === 'keep') {
          const parts = state.parts.filter((part) => part.type === 'text' || part.type === 'reasoning');
          if (!parts.some((part) => part.type === 'text' && part.text.trim() !== ''))
            throw new StoreError('BAD_REQUEST', 'This answer has no text to keep. Retry or discard it.');
          const answer: Message = {
            id: newId(),
            conversationId,
            parentId,
            role: 'assistant',
            parts,
            model: state.model,
            createdAt: Date.now(),
            usage: state.usage,
            finish: state.status === 'error' ? 'error' : 'stopped',
            sourceId: null,
            meta: state.error ? { error: state.error.message } : null,
          };
          const follows = store.conversation(conversationId).tip === parentId;
          store.insertMessages([answer], { moveTip: follows });
          kept = answer.id;
        }
        store.journal.deleteRun(id);
      });
      publish(conversationId, { type: 'ended', runId: id, status: 'done' });
      advanceQueue(conversationId);
      return { run: null, message: kept };
    },

    async retry(conversation) {
      const { tip } = store.conversation(conversation);
      const tree = store.tree(conversation);
      if (tip === null || !tree.nodes.has(tip)) return { outcome: 'nothing-loaded', run: null };
      const broken = statesOf(conversation).find((run) => run.parentId === tip);
      if (broken && active.has(broken.id)) return { outcome: 'nothing-to-retry', run: null };
      if (broken) {
        const { run } = await this.resolve(broken.id, 'retry');
        return { outcome: 'retried', run };
      }
      if (tree.nodes.get(tip)!.role === 'assistant') {
        const [last] = store.messages(conversation, [tip]);
        const above = tree.parents.get(tip) ?? null;
        // An answer that was kept half said: asked again beside it.
        if (last && above !== null && (last.finish === 'error' || last.finish === 'stopped')) {
          const { run } = await this.answer({ conversation, parent: above });
          return { outcome: 'retried', run };
        }
        return { outcome: 'nothing-to-retry', run: null };
      }
      const { run } = await this.answer({ conversation, parent: tip });
      return { outcome: 'retried', run };
    },

    async *watch(conversation, signal) {
      store.conversation(conversation);
      const channel = channels.get(conversation) ?? new Channel<RunEvent>();
      channels.set(conversation, channel);
      for (const run of active.values()) if (run.state.conversationId === conversation) run.flush();
      const live = channel.subscribe(signal);
      try {
        yield {
          type: 'snapshot',
          // A copy: the parts of a live run go on growing while this event is on its way.
          runs: structuredClone(statesOf(conversation)),
          queue: store.journal.queue(conversation),
        };
        yield* live;
      } finally {
        await live.return();
        if (channel.size === 0) channels.delete(conversation);
      }
    },

    async editQueued(id, parts) {
      const edited = store.journal.queued(id) && store.journal.editQueued(id, parts);
      if (!edited)
        throw new StoreError('NOT_FOUND', 'This prompt does not wait any more: it was sent or removed.');
      publishQueue(edited.conversationId);
      return edited;
    },

    async removeQueued(id) {
      const queued = store.journal.queued(id);
      const removed = store.journal.removeQueued(id);
      if (queued) publishQueue(queued.conversationId);
      return { removed };
    },

    async stopBeneath(conversation, messages) {
      const tree = store.tree(conversation);
      for (const run of [...active.values()]) {
        if (run.state.conversationId !== conversation) continue;
        const hit = messages === null || pathTo(tree, run.state.parentId).some((id) => messages.has(id));
        if (!hit) continue;
        run.discard = true;
        await stopAndWait(run);
      }
      if (messages === null) return;
      // Broken answers beneath what goes are not offered back: their prompt is gone.
      for (const state of store.journal.runs(conversation)) {
        if (!messages.has(state.parentId)) continue;
        store.journal.deleteRun(state.id);
        publish(conversation, { type: 'ended', runId: state.id, status: 'done' });
      }
    },

    running: () => [...new Set([...active.values()].map((run) => run.state.conversationId))],

    onRunningChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async close() {
      closing = true;
      await Promise.all([...active.values()].map(stopAndWait));
    },
  };
}
