/** Full-text search over every branch of every conversation. */
import type { SearchHit } from '../../../shared/rpc/contract';
import { searchText } from '../../../shared/tree';
import type { StoreContext } from './context';
import { type MessageRow, toMessage } from './rows';
import { matchExpression, snippetOf } from './search-text';

/** Best hits first; messages out of view are left out. */
export function search(
  context: StoreContext,
  text: string,
  options: { conversation?: string; limit: number },
): SearchHit[] {
  const expression = matchExpression(text);
  if (expression === null) return [];
  const rows = context
    .prepare(
      `SELECT m.*, c.title AS conversation_title
       FROM messages_fts f
       JOIN messages m ON m.seq = f.rowid
       JOIN conversations c ON c.id = m.conversation_id
       WHERE messages_fts MATCH @expression
         AND (@conversation IS NULL OR m.conversation_id = @conversation)
         AND m.conversation_id NOT IN (SELECT conversation_id FROM trash WHERE mode = 'conversation')
       ORDER BY f.rank LIMIT @limit`,
    )
    .all({
      expression,
      conversation: options.conversation ?? null,
      // Some hits may be out of view; they are few.
      limit: options.limit + 100,
    }) as (MessageRow & { conversation_title: string })[];
  const hits: SearchHit[] = [];
  const trashed = new Set(
    (
      context
        .prepare("SELECT DISTINCT conversation_id AS id FROM trash WHERE mode <> 'conversation'")
        .all() as { id: string }[]
    ).map((row) => row.id),
  );
  for (const row of rows) {
    if (hits.length >= options.limit) break;
    if (trashed.has(row.conversation_id) && !context.tree(row.conversation_id).nodes.has(row.id)) continue;
    hits.push({
      conversation: row.conversation_id,
      conversationTitle: row.conversation_title,
      message: row.id,
      role: row.role,
      createdAt: row.created_at,
      snippet: snippetOf(searchText(toMessage(row)), text),
    });
  }
  return hits;
}
