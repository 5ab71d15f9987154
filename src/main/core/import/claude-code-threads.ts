/** Which lines of a Claude Code file belong together: the sessions in it, and the work of each sub-agent. */
import type { SkippedItem } from '../../../shared/rpc/imports';
import { isPrompt, type Line } from './claude-code-lines';
import { type Linked, link } from './link';

export interface Thread extends Linked<Line> {
  sourceId: string;
  /** Session that a sub-agent worked for; null: a conversation of its own. */
  agentOf: string | null;
  agentId: string | null;
  sessions: Set<string>;
  skipped: SkippedItem[];
}

/**
 * Parts the lines of a file. Sessions that are linked (one resumes another) are one conversation, named after the
 * first; so a file that copies the beginning of another one unites with it.
 */
export function threadsOf(lines: readonly Line[], stem: string): Thread[] {
  const sessionOf = sessionsFor(lines, stem);
  const all = new Set(lines.map((line) => line.id));
  const main: Line[] = [];
  const agents = new Map<string, { lines: Line[]; session: string; agentId: string | null }>();
  const threadOf = agentThreads(lines, sessionOf);
  for (const line of lines) {
    const key = threadOf.get(line);
    if (key === undefined) main.push(line);
    else {
      const known = agents.get(key);
      if (known) known.lines.push(line);
      else agents.set(key, { lines: [line], session: sessionOf(line), agentId: line.agent || null });
    }
  }
  const threads = mainThreads(main, lines, sessionOf);
  for (const [sourceId, agent] of agents) {
    const skipped: SkippedItem[] = [];
    const inside = new Set(agent.lines.map((line) => line.id));
    withRoots(agent.lines, (id) => inside.has(id));
    const linked = link(agent.lines, {
      missing: 'previous',
      note: (item) => void skipped.push(item),
      // What it was started from stands in another conversation.
      elsewhere: (parent) => (all.has(parent) ? null : undefined),
    });
    threads.push({
      ...linked,
      sourceId,
      agentOf: agent.session,
      agentId: agent.agentId,
      sessions: new Set([agent.session]),
      skipped,
    });
  }
  return threads;
}

/** The session of each line: its own, else the one of the file, else the file's name. */
function sessionsFor(lines: readonly Line[], stem: string): (line: Line) => string {
  const first = lines.find((line) => line.session !== null)?.session ?? stem;
  const known = new Map<Line, string>();
  let current = first;
  for (const line of lines) {
    current = line.session ?? current;
    known.set(line, current);
  }
  return (line) => known.get(line) ?? first;
}

/** Keys of the sub-agents' threads. Where no agent is named, each chain that starts outside is one. */
function agentThreads(lines: readonly Line[], sessionOf: (line: Line) => string): Map<Line, string> {
  const threads = new Map<Line, string>();
  const unnamed = new Map<string, string>();
  const all = new Set(lines.map((line) => line.id));
  let last: string | undefined;
  for (const line of lines) {
    if (line.agent === null) continue;
    if (line.agent !== '') {
      threads.set(line, `${sessionOf(line)}/${line.agent}`);
      continue;
    }
    const parent = line.parent;
    let thread = typeof parent === 'string' ? unnamed.get(parent) : undefined;
    const lost = parent === undefined || (typeof parent === 'string' && !all.has(parent));
    if (thread === undefined && lost) thread = last;
    thread ??= `${sessionOf(line)}/${line.id}`;
    unnamed.set(line.id, thread);
    threads.set(line, thread);
    last = thread;
  }
  return threads;
}

function mainThreads(
  main: readonly Line[],
  all: readonly Line[],
  sessionOf: (line: Line) => string,
): Thread[] {
  const byId = new Map(all.map((line) => [line.id, line]));
  const inside = new Map(main.map((line) => [line.id, line]));
  /** The main line that a link leads to, through lines of sub-agents if need be. */
  const mainAbove = (id: string): Line | undefined => {
    const seen = new Set<string>();
    let at: string | null | undefined = id;
    while (typeof at === 'string' && !inside.has(at) && !seen.has(at)) {
      seen.add(at);
      at = byId.get(at)?.parent;
    }
    return typeof at === 'string' ? inside.get(at) : undefined;
  };
  const groups = new Groups();
  const begun = new Set<string>();
  main.forEach((line, index) => {
    const session = sessionOf(line);
    if (typeof line.parent === 'string') {
      const above = mainAbove(line.parent);
      if (above) groups.unite(sessionOf(above), session);
      // A link that leads nowhere still says that something went before: at worst, in another session.
      else if (index > 0 && !begun.has(session)) groups.unite(sessionOf(main[index - 1]!), session);
    }
    begun.add(session);
  });
  const parts = new Map<string, Line[]>();
  for (const line of main) {
    const group = groups.find(sessionOf(line));
    const part = parts.get(group);
    if (part) part.push(line);
    else parts.set(group, [line]);
  }
  return [...parts.values()].map((part) => {
    const skipped: SkippedItem[] = [];
    withRoots(part, (id) => mainAbove(id) !== undefined);
    const linked = link(part, {
      missing: 'previous',
      note: (item) => void skipped.push(item),
      elsewhere: (parent) => mainAbove(parent)?.id,
    });
    return {
      ...linked,
      sourceId: sessionOf(part[0]!),
      agentOf: null,
      agentId: null,
      sessions: new Set(part.map(sessionOf)),
      skipped,
    };
  });
}

/**
 * Settles what a link of null means. A prompt begins anew: so a first prompt that was edited is recorded. An
 * answer or a result cannot begin anything: its link was lost, and it follows the line before. Where no line is
 * linked, all follow one another.
 */
function withRoots(lines: readonly Line[], leads: (id: string) => boolean): void {
  const linked = lines.some((line) => typeof line.parent === 'string' && leads(line.parent));
  lines.forEach((line, index) => {
    if (index > 0 && line.parent === null && (!linked || !isPrompt(line))) line.parent = undefined;
  });
}

/** Sets of sessions that belong together. */
class Groups {
  private readonly above = new Map<string, string>();

  find(session: string): string {
    let at = session;
    for (let next = this.above.get(at); next !== undefined; next = this.above.get(at)) at = next;
    return at;
  }

  unite(first: string, second: string): void {
    const [a, b] = [this.find(first), this.find(second)];
    if (a !== b) this.above.set(b, a);
  }
}
