/** Moving the tip: one UPDATE of one row [T3], always to a turn boundary [T4]. */
import type { TipMove } from '../../../shared/rpc/contract';
import { boundaryFor, leafToVisit, newestLeafWithin } from '../../../shared/tree';
import { RECENT_TIPS, type StoreContext } from './context';
import { notFound } from './errors';
import { parseColumn } from './rows';

/**
 * Puts the tip on `tip` and remembers where it was. Within the caller's transaction, or in one of its own.
 * The caller has made sure that `tip` is a turn boundary of this conversation.
 */
export function moveTip(context: StoreContext, conversationId: string, tip: string | null): TipMove {
  const row = context.conversationRow(conversationId);
  const recent = parseColumn<string[]>(row.recent_tips) ?? [];
  if (row.tip === tip) return { conversation: conversationId, tip, recentTips: recent };
  const recentTips = [row.tip, ...recent]
    .filter((id): id is string => id !== null && id !== tip)
    .filter((id, index, all) => all.indexOf(id) === index)
    .slice(0, RECENT_TIPS);
  context.write(() => {
    context
      .prepare('UPDATE conversations SET tip = ?, recent_tips = ? WHERE id = ?')
      .run(tip, JSON.stringify(recentTips), conversationId);
    context.announce({ type: 'tip', conversationId, tip, recentTips });
  });
  return { conversation: conversationId, tip, recentTips };
}

/**
 * Switches the branch. `exact` rests on the message itself (the end of its turn), else on the leaf last
 * visited beneath it [T7]. Null: before the first message.
 */
export function switchTo(
  context: StoreContext,
  conversationId: string,
  messageId: string | null,
  exact: boolean,
): TipMove {
  const row = context.conversationRow(conversationId);
  if (messageId === null) return moveTip(context, conversationId, null);
  const tree = context.tree(conversationId);
  if (!tree.nodes.has(messageId)) throw notFound('message', messageId);
  const recent = [row.tip, ...(parseColumn<string[]>(row.recent_tips) ?? [])].filter((id) => id !== null);
  const target = exact ? messageId : (leafToVisit(tree, messageId, recent) ?? messageId);
  return moveTip(context, conversationId, boundaryFor(tree, target));
}

/** After a deletion or restoration: the tip where it can rest, at best where it was [T8]. */
export function survivingTip(
  context: StoreContext,
  conversationId: string,
  wanted: string | null,
): string | null {
  const tree = context.tree(conversationId);
  if (wanted !== null && tree.nodes.has(wanted)) return boundaryFor(tree, wanted);
  const leaf = newestLeafWithin(tree, null);
  return leaf === null ? null : boundaryFor(tree, leaf);
}
