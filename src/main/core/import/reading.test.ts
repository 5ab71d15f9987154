import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEntries } from './entries';
import { JsonCutter, type JsonItem } from './json-stream';
import { readJsonl } from './jsonl';
import { parseJson } from './parse';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function cut(text: string, size = 7, maxBytes?: number): JsonItem[] {
  const cutter = new JsonCutter(maxBytes);
  const bytes = Buffer.from(text);
  const items: JsonItem[] = [];
  for (let at = 0; at < bytes.length && !cutter.done; at += size)
    items.push(...cutter.push(bytes.subarray(at, at + size)));
  if (!cutter.done) items.push(...cutter.end());
  return items;
}

const values = (items: JsonItem[]): unknown[] =>
  items.flatMap((item) => (item.type === 'value' ? [JSON.parse(item.text)] : []));

async function lines(text: string | Uint8Array, size = 5): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const record of readJsonl(inPieces(Buffer.from(text), size))) {
    found.push('reason' in record ? `${record.line}: ${record.reason}` : [record.line, record.value]);
  }
  return found;
}

async function entries(text: string): Promise<unknown[]> {
  const found: unknown[] = [];
  const bytes = Buffer.from(text);
  for await (const entry of readEntries({ name: 'x', size: bytes.length, open: () => inPieces(bytes, 11) })) {
    found.push(
      entry.type === 'value' ? entry.value : `${entry.place.line ?? entry.place.at}: ${entry.reason}`,
    );
  }
  return found;
}

describe('cutting JSON without parsing it whole', () => {
  it('gives the elements of any array as JSON.parse would, however the bytes arrive', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        (list, size, pretty) => {
          const text = JSON.stringify(list, null, pretty ? 2 : 0);
          expect(values(cut(text, size))).toEqual(JSON.parse(text));
          const wrapped = `{"version":[1,{"conversations":[2]}],"conversations":${text},"rest":{"a":[1]}}`;
          expect(values(cut(wrapped, size))).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it('[I4] says where a file that ends too early ends, and what it had of that entry', () => {
    expect(cut('[{"a":1},{"mapping":{"x":{"y":1')).toEqual([
      { type: 'value', text: '{"a":1}', at: '[0]' },
      {
        type: 'cut',
        at: '[1]',
        keys: ['mapping'],
        reason: 'The file ends in the middle of this entry, which was left out.',
      },
    ]);
    expect(cut('{"conversations":[{"a":1}')).toMatchObject([
      { type: 'value', at: 'conversations[0]' },
      { type: 'cut', at: 'conversations[1]' },
    ]);
  });

  it('gives every whole element before the place of a cut', () => {
    const list = [{ a: 'ü"\\' }, [1, [2]], 'text', -1.5e3, null, { b: { c: [] } }];
    const bytes = Buffer.from(JSON.stringify(list));
    for (let length = 0; length <= bytes.length; length++) {
      const found = values(
        cut(bytes.subarray(0, length).toString('latin1'), 3).filter((item) => item.type === 'value'),
      );
      expect(found.length).toBeLessThanOrEqual(list.length);
    }
  });

  it('leaves out a value that is too large, and goes on behind it', () => {
    const items = cut(`[{"a":"${'x'.repeat(100)}"},{"b":1}]`, 9, 50);
    expect(items.map((item) => item.type)).toEqual(['cut', 'value']);
  });

  it('tells a single object, lines of objects, and nothing of the kind', async () => {
    expect(cut('  {"a":[{"b":"}"}]} \n')).toEqual([{ type: 'value', text: '{"a":[{"b":"}"}]}', at: '' }]);
    expect(cut('{"a":1}\n{"b":2}').map((item) => item.type)).toEqual(['value', 'more']);
    expect(cut('hello').map((item) => item.type)).toEqual(['other']);
    expect(cut(' \n ').map((item) => item.type)).toEqual(['empty']);
    expect(await entries('{"a":1}\n{"b":2}')).toEqual([{ a: 1 }, { b: 2 }]);
    expect(await entries('\uFEFF{"a":1}')).toEqual([{ a: 1 }]);
    expect(await entries('{"a":1,\n "b":[2]}')).toEqual([{ a: 1, b: [2] }]);
    expect(await entries('[1] junk')).toEqual([1, 'the end: Something follows the list; it was left out.']);
  });

  it('reads line by line where the first line is torn', async () => {
    const torn = '1: The record that begins here is cut off; it was left out.';
    expect(await entries('{"a":"tex\n{"b":2}\n{"c":3}')).toEqual([torn, { b: 2 }, { c: 3 }]);
    expect(await entries('{"a":1,\n{"b":2}')).toEqual([torn, { b: 2 }]);
    expect(await entries('{"mapping":{"a":')).toEqual([
      'the end: The file ends in the middle of this entry, which was left out.',
    ]);
  });
});

describe('lines of JSON', () => {
  it('splits at line feeds alone, whatever else the text holds', async () => {
    expect(await lines('{"a":"x\u2028y\u2029z"}\r\n\n{"b":1}')).toEqual([
      [1, { a: 'x\u2028y\u2029z' }],
      [3, { b: 1 }],
    ]);
  });

  it('[I4] mends what can be mended and names the lines of the rest', async () => {
    expect(await lines('\uFEFF{"a":1}')).toEqual([[1, { a: 1 }]]);
    expect(await lines('{"a":1}\n\0\0\0{"b":2}\0\n\0\0\n{"c":3}')).toEqual([
      [1, { a: 1 }],
      [2, { b: 2 }],
      '3: The line holds nothing but NUL bytes.',
      [4, { c: 3 }],
    ]);
    expect(await lines('{"a":1}{"b":"}{"}\n{"c":3}')).toEqual([
      [1, { a: 1 }],
      [1, { b: '}{' }],
      [2, { c: 3 }],
    ]);
    expect(await lines('{"a":1}\n{"b":"to')).toEqual([
      [1, { a: 1 }],
      '2: The record that begins here is cut off; it was left out.',
    ]);
    const [broken] = (await lines('no json\n{"a":1}')) as string[];
    expect(broken).toMatch(/^1: This is not valid JSON/);
  });

  it('puts records together that span lines', async () => {
    const record = { type: 'user', list: [{ a: '{' }, 'b'], empty: {} };
    const text = `${JSON.stringify(record, null, 2)}\n${JSON.stringify(record)}\n${JSON.stringify(record, null, 4)}`;
    expect((await lines(text)).map((item) => (item as [number, unknown])[1])).toEqual([
      record,
      record,
      record,
    ]);
  });

  it('reads any records back, cut off anywhere', () => {
    const record = fc.dictionary(fc.string(), fc.jsonValue());
    return fc.assert(
      fc.asyncProperty(fc.array(record), fc.nat(), async (records, at) => {
        const bytes = Buffer.from(records.map((item) => JSON.stringify(item)).join('\n'));
        const whole = await lines(bytes);
        expect(whole.map((item) => (item as [number, unknown])[1])).toEqual(
          records.map((item) => JSON.parse(JSON.stringify(item))),
        );
        const part = await lines(bytes.subarray(0, at % (bytes.length + 1)));
        const read = part.filter((item) => typeof item !== 'string');
        expect(read).toEqual(whole.slice(0, read.length));
        expect(part.length - read.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });
});

describe('parsing', () => {
  it('makes text storable: no halves of pairs, no NUL, in keys and values', () => {
    const parsed = parseJson(
      String.raw`{"a\ud800":["x\udc00y","\ud83c\udf89","n\u0000n"],"__proto__":{"b":"\ud800"}}`,
    );
    expect(parsed.ok && JSON.stringify(parsed.value)).toBe(
      '{"__proto__":{"b":"\uFFFD"},"a\uFFFD":["x\uFFFDy","🎉","nn"]}',
    );
  });

  it('takes a backslash that escapes nothing for one', () => {
    const parsed = parseJson(String.raw`{"a":"C:\someone \\d \n"}`);
    expect(parsed).toMatchObject({ ok: true, value: { a: 'C:\\someone \\d \n' } });
    expect(parsed.ok && parsed.mended).toBeTruthy();
    expect(parseJson('{"a":}').ok).toBe(false);
  });

  it('takes values of any depth', () => {
    const deep = `${'['.repeat(20_000)}"\\u0000"${']'.repeat(20_000)}`;
    expect(() => parseJson(deep)).not.toThrow();
  });
});
