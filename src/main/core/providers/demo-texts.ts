/** Longer pieces that the demo model says when it is told to. */
export const PIECES = {
  help: `I am the demo model. Write one of these lines:

| line | what I do |
| --- | --- |
| \`demo: markdown\` | headings, lists, tasks, a table, code |
| \`demo: code\` | a code block in several languages |
| \`demo: table\` | a wide table |
| \`demo: math\` | formulas |
| \`demo: mermaid\` | a diagram |
| \`demo: think\` | reasoning before the answer |
| \`demo: tool clock\` | call a tool and quote its result |
| \`demo: tool recall {"query":"word"}\` | search this path |
| \`demo: tools 3\` | several calls at once |
| \`demo: long 200\` | a long answer |
| \`demo: variant blue\` | an answer that differs by the word you give |
| \`demo: echo text\` | say the text |
| \`demo: fail 401\` | be refused (\`fail 500 late\`: in mid-answer) |
| \`demo: stall\` | begin and never end; stop me |
| \`demo: cut\` | end at the limit of tokens |
| \`demo: overflow 1000\` | refuse what is larger than 1000 tokens |

Anything else: I tell you what I was sent.`,
  markdown: `# A heading

A paragraph with **bold**, *italic*, ~~struck~~ and \`inline code\`, and a [link](https://example.com/).

- one
- two
  - two and a half
- three

1. first
2. second

- [x] done
- [ ] to do

> A quotation
> over two lines.

| Name | Value |
| :-- | --: |
| left | 1 |
| right | 22 |

\`\`\`ts
export const answer: number = 6 * 7;
\`\`\`

---

The end.`,
  code: `In TypeScript:

\`\`\`ts
interface Node { id: string; parentId: string | null }

/** Root to node. */
export function pathTo(nodes: Map<string, Node>, id: string): string[] {
  const path: string[] = [];
  for (let at: string | null = id; at !== null; at = nodes.get(at)?.parentId ?? null) path.push(at);
  return path.reverse();
}
\`\`\`

In Python:

\`\`\`python
def path_to(nodes: dict, id: str) -> list[str]:
    path = []
    while id is not None:
        path.append(id)
        id = nodes[id]["parent"]
    return path[::-1]
\`\`\`

A fence inside a fence:

\`\`\`\`markdown
\`\`\`sh
echo "inside"
\`\`\`
\`\`\`\``,
  table: `| Rung | Costs | Keeps | Loses |
| --- | --- | --- | --- |
| elision | nothing | every word of the narrative | old tool results |
| image drop | nothing | the text around | old screenshots |
| snapshot | nothing | every word, as pixels | legibility without vision |
| summary | a model call | a narrative | the details it leaves out |`,
  math: `Inline: $e^{i\\pi} + 1 = 0$, and as a block:

$$
\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}
$$

In the other notation: \\(a^2 + b^2 = c^2\\) and

\\[
\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}
\\]

Prices such as $5 and $6 are no formulas.`,
  mermaid: `\`\`\`mermaid
flowchart TD
  A[Prompt] --> B[Answer one]
  A --> C[Answer two]
  C --> D[Edited prompt]
\`\`\``,
};
