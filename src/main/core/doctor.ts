/** Integrity check of a data directory: says what is wrong, changes nothing. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Message, Part } from '../../shared/model';
import type { DoctorReport } from '../../shared/rpc/contract';
import { leavesOf, openCallsAt } from '../../shared/tree';
import type { Store } from './store';
import { SCHEMA_VERSION } from './store/migrate';

type Check = DoctorReport['checks'][number];
/** Problems named per check; the rest is counted. */
const NAMED = 20;

function check(name: string, problems: string[], good: string): Check {
  const shown = problems.slice(0, NAMED);
  if (problems.length > NAMED) shown.push(`… and ${problems.length - NAMED} more.`);
  return {
    name,
    ok: problems.length === 0,
    detail: problems.length === 0 ? good : `${problems.length} problems`,
    problems: shown,
  };
}

/** Checks database, references, trees, counts, index and attachments. */
export async function checkStore(store: Store): Promise<DoctorReport> {
  const { database } = store.context;
  const checks: Check[] = [];

  const pages = (database.pragma('integrity_check') as { integrity_check: string }[]).map(
    (row) => row.integrity_check,
  );
  checks.push(
    check(
      'database',
      pages.filter((line) => line !== 'ok'),
      `sound, schema ${SCHEMA_VERSION}`,
    ),
  );

  const references = database.pragma('foreign_key_check') as {
    table: string;
    rowid: number;
    parent: string;
  }[];
  checks.push(
    check(
      'references',
      references.map(
        (row) => `Row ${row.rowid} of ${row.table} names a row of ${row.parent} that is not there.`,
      ),
      'all resolve',
    ),
  );

  const conversations = database
    .prepare('SELECT id, title, tip, message_count, leaf_count FROM conversations')
    .all() as {
    id: string;
    title: string;
    tip: string | null;
    message_count: number;
    leaf_count: number;
  }[];
  const trees: string[] = [];
  let total = 0;
  for (const row of conversations) {
    const tree = store.tree(row.id);
    total += tree.nodes.size;
    const name = `“${row.title}” (${row.id})`;
    const leaves = leavesOf(tree).length;
    if (tree.nodes.size !== row.message_count)
      trees.push(`${name} counts ${row.message_count} messages and has ${tree.nodes.size}.`);
    if (leaves !== row.leaf_count) trees.push(`${name} counts ${row.leaf_count} branches and has ${leaves}.`);
    if (row.tip !== null && !tree.nodes.has(row.tip))
      trees.push(`The tip of ${name} is not among its messages.`);
    else if (openCallsAt(tree, row.tip).size > 0)
      trees.push(`The tip of ${name} rests in the middle of a turn.`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  checks.push(check('trees', trees, `${conversations.length} conversations, ${total} messages in view`));

  const unreadable: string[] = [];
  let read = 0;
  for (const row of database.prepare('SELECT id, parts FROM messages').iterate() as IterableIterator<{
    id: string;
    parts: string;
  }>) {
    read++;
    if (!isParts(row.parts)) unreadable.push(`Message ${row.id} cannot be read; it is shown as such.`);
  }
  checks.push(check('messages', unreadable, `${read} readable`));

  const indexed = (database.prepare('SELECT count(*) AS n FROM messages_fts').get() as { n: number }).n;
  checks.push(
    check(
      'search',
      indexed === read ? [] : [`The search index holds ${indexed} messages, the store ${read}.`],
      `${indexed} messages indexed`,
    ),
  );

  const blobs = database.prepare('SELECT hash, size FROM blobs').all() as { hash: string; size: number }[];
  const damaged: string[] = [];
  for (const blob of blobs) {
    const file = store.blobs.path(blob.hash);
    if (file === null) damaged.push(`Attachment ${blob.hash} (${blob.size} bytes) is missing.`);
    else if ((await hashOf(file)) !== blob.hash)
      damaged.push(`Attachment ${blob.hash} is damaged: its bytes do not match its name.`);
  }
  checks.push(check('attachments', damaged, `${blobs.length} sound`));

  return { ok: checks.every((item) => item.ok), checks };
}

function isParts(text: string): boolean {
  try {
    const parts = JSON.parse(text) as Message['parts'];
    return Array.isArray(parts) && parts.every((part: Part) => typeof part?.type === 'string');
  } catch {
    return false;
  }
}

async function hashOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer);
  return digest.digest('hex');
}
