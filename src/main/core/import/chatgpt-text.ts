/** The private-use marks in ChatGPT's texts: taken out, and what they point to collected. */
import type { Citation } from '../../../shared/model';
import { arrayOf, isObject, type Json, objectOf, stringOf } from './values';

/** U+E200 kind U+E202 argument … U+E201. */
const MARK = /( ?)\uE200([^\uE200\uE201]*)\uE201/g;
/** Single marks around statements (U+E203, U+E204) and what is left of broken ones. */
const STRAY = /[\uE200-\uE206]/g;
/** `【12†source】`, as browsing wrote it in 2023 and 2024. */
const OLD_MARK = /( ?)【\d+(?::\d+)?†[^】\n]{0,200}】/g;

/** Text without marks, and the sources its marks name in order of mention. */
export function resolveCitations(text: string, metadata: Json): { text: string; citations: Citation[] } {
  const citations: Citation[] = [];
  const cite = (source: Json): void => {
    const title = stringOf(source.title) ?? stringOf(source.name);
    const url = webUrl(source.url);
    if (title === null && url === null) return;
    if (citations.some((known) => known.url === url && (url !== null || known.title === title))) return;
    citations.push({ title, url });
  };
  const references = arrayOf(metadata.content_references).filter(isObject);
  if (references.length > 0) {
    for (const reference of references) {
      const marked = stringOf(reference.matched_text);
      // References to the whole answer (lists of sources) mark a blank or nothing.
      if (marked === null || !/[\uE200-\uE206【]/.test(marked)) continue;
      const items = [...arrayOf(reference.items), ...arrayOf(reference.sources)].filter(isObject);
      if (items.length > 0) for (const item of items) cite(item);
      else cite(reference);
    }
  } else {
    for (const citation of arrayOf(metadata.citations)) cite(objectOf(objectOf(citation).metadata));
  }
  return { text: withoutMarks(text), citations };
}

function withoutMarks(text: string): string {
  if (!/[\uE200-\uE206【]/.test(text)) return text;
  const stripped = (match: string, space: string, at: number, whole: string): string => {
    // The blank before a mark goes with it, unless a word follows.
    const next = whole[at + match.length];
    return next === undefined || /[\s.,;:!?)\uE200-\uE206]/.test(next) ? '' : space;
  };
  return text
    .replace(MARK, (match, space: string, body: string, at: number, whole: string) => {
      const [kind, ...rest] = body.split('\uE202');
      const shown = kind === 'entity' ? entityName(rest[0]) : kind === 'url' ? (rest[0] ?? null) : null;
      return shown === null ? stripped(match, space, at, whole) : `${space}${shown}`;
    })
    .replace(OLD_MARK, stripped)
    .replace(STRAY, '');
}

/** Name of a thing that the interface makes a button of: `["city","Seoul","capital"]`. */
function entityName(argument: string | undefined): string | null {
  try {
    const parsed: unknown = JSON.parse(argument ?? '');
    return Array.isArray(parsed) ? stringOf(parsed[1]) : null;
  } catch {
    return null;
  }
}

function webUrl(value: unknown): string | null {
  const url = stringOf(value);
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}
