/** What is left of a tree when deleted messages are taken out of view. The rows stay as they are. */
import type { TrashEntry } from '../model';
import type { TreeLink } from './tree';

/**
 * Rows without the deleted ones. Beneath a message deleted alone (`only`) the children move up to its nearest
 * kept ancestor; of a deleted subtree nothing stays. The order of rows is kept.
 */
export function withoutTrashed<N extends TreeLink>(
  rows: readonly N[],
  trash: readonly Pick<TrashEntry, 'messageId' | 'mode'>[],
): N[] {
  if (trash.length === 0) return [...rows];
  const gone = new Map<string, 'subtree' | 'only'>();
  for (const entry of trash) {
    if (entry.messageId === null || entry.mode === 'conversation') continue;
    if (gone.get(entry.messageId) !== 'subtree') gone.set(entry.messageId, entry.mode);
  }
  const parentOf = new Map(rows.map((row) => [row.id, row.parentId]));
  /** For each row: its nearest kept ancestor, or undefined when it lies beneath a deleted subtree. */
  const kept = new Map<string, string | null | undefined>();
  for (const row of rows) {
    const trail: string[] = [];
    const seen = new Set<string>();
    let at: string | null = row.id;
    while (at !== null && !kept.has(at) && parentOf.has(at) && !seen.has(at)) {
      seen.add(at);
      trail.push(at);
      at = parentOf.get(at) ?? null;
    }
    for (let i = trail.length - 1; i >= 0; i--) {
      const id = trail[i]!;
      const parent = parentOf.get(id) ?? null;
      let above: string | null | undefined;
      if (parent === null || !parentOf.has(parent)) above = null;
      else if (gone.get(parent) === 'subtree') above = undefined;
      else if (gone.get(parent) === 'only') above = kept.get(parent);
      else above = kept.get(parent) === undefined && kept.has(parent) ? undefined : parent;
      kept.set(id, above);
    }
  }
  const left: N[] = [];
  for (const row of rows) {
    if (gone.has(row.id)) continue;
    const parent = kept.get(row.id);
    if (parent === undefined) continue;
    left.push(parent === row.parentId ? row : { ...row, parentId: parent });
  }
  return left;
}
