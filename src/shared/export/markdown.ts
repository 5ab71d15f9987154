/** A branch as Markdown: what stands in a message stands in the document [X1]. */
import type {
  Citation,
  ConversationSummary,
  FilePart,
  ImagePart,
  Message,
  Part,
  ToolResultPart,
} from '../model';
import { closeFences, dollarMath, fenced } from './code-regions';
import { EXPORT_TEXTS } from './texts';

export interface MarkdownOptions {
  reasoning: 'none' | 'quote' | 'details';
  tools: 'full' | 'summary' | 'none';
  frontMatter: boolean;
  images: 'files' | 'data' | 'none';
  dollarMath: boolean;
  language: 'en' | 'de';
}

export interface MarkdownInput {
  conversation: Pick<ConversationSummary, 'title' | 'source' | 'createdAt' | 'updatedAt'>;
  path: readonly Message[];
  options: MarkdownOptions;
  /** Where the image of a part will be: a relative path or a data URL; null: it is not there. */
  imageUrl: (part: ImagePart | FilePart) => string | null;
  /** Whole branches that follow as an appendix: the message they leave the main path after, and what follows. */
  appendix?: { after: number; path: readonly Message[] }[];
}

/** The document, ending with one line break. */
export function toMarkdown(input: MarkdownInput): string {
  const writer = new Writer(input);
  return writer.document();
}

class Writer {
  private readonly words: (typeof EXPORT_TEXTS)['en' | 'de'];
  private readonly sources: Citation[] = [];

  constructor(private readonly input: MarkdownInput) {
    this.words = EXPORT_TEXTS[input.options.language];
  }

  document(): string {
    const { path, conversation, options, appendix = [] } = this.input;
    const blocks: string[] = [];
    if (options.frontMatter) blocks.push(this.frontMatter());
    blocks.push(`# ${inline(conversation.title || this.words.untitled)}`);
    blocks.push(...this.messages(path, 1, appendix.length > 0));
    appendix.forEach((branch, index) => {
      if (index === 0) blocks.push('---', `# ${this.words.otherBranches}`);
      blocks.push(
        `<a id="branch-${index + 2}"></a>`,
        `# ${this.words.branch} ${index + 2}`,
        branch.after === 0
          ? ''
          : `*${this.words.branch} ${index + 2} ${this.words.branchesFrom} [${branch.after}](#message-${branch.after}).*`,
      );
      blocks.push(...this.messages(branch.path, branch.after + 1, false));
    });
    if (this.sources.length > 0) {
      blocks.push(
        `# ${this.words.sources}`,
        this.sources
          .map(({ title, url }, index) => {
            const label = inline(title ?? url ?? '');
            return `${index + 1}. ${url && /^https?:\/\//.test(url) ? `[${label}](<${url.replace(/[<>\n]/g, encodeURIComponent)}>)` : label}`;
          })
          .join('\n'),
      );
    }
    return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
  }

  private frontMatter(): string {
    const { conversation, path } = this.input;
    const models = [...new Set(path.flatMap((message) => (message.model === null ? [] : [message.model])))];
    const lines = [
      ['title', conversation.title || this.words.untitled],
      ['source', conversation.source],
      ...(models.length > 0 ? [['model', models.join(', ')]] : []),
      ['created', new Date(path[0]?.createdAt ?? conversation.createdAt).toISOString()],
      ['updated', new Date(path.at(-1)?.createdAt ?? conversation.updatedAt).toISOString()],
    ].map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    return ['---', ...lines, `messages: ${path.length}`, '---'].join('\n');
  }

  private messages(path: readonly Message[], first: number, anchors: boolean): string[] {
    const results = new Map<string, ToolResultPart>();
    for (const message of path)
      for (const part of message.parts)
        if (part.type === 'tool-result' && !results.has(part.callId)) results.set(part.callId, part);
    const told = new Set<string>();
    const blocks: string[] = [];
    path.forEach((message, index) => {
      const body = message.parts
        .map((part) => this.part(part, results, told))
        .filter((block) => block !== '');
      if (message.finish === 'stopped' || message.finish === 'error' || message.finish === 'length')
        body.push(`*${this.words.partial}*`);
      if (body.length === 0) return;
      if (anchors) blocks.push(`<a id="message-${first + index}"></a>`);
      if (message.role === 'tool') blocks.push(...body);
      else blocks.push(this.heading(message), ...body);
    });
    return blocks;
  }

  /** Speakers are told apart from headings within messages by their rule: a first-level heading after the title. */
  private heading(message: Message): string {
    const who = message.role === 'user' ? this.words.user : this.words.assistant;
    const model = message.role === 'assistant' && message.model ? ` (${inline(message.model)})` : '';
    return `---\n\n# ${who}${model}`;
  }

  private part(part: Part, results: ReadonlyMap<string, ToolResultPart>, told: Set<string>): string {
    const { words } = this;
    const { options } = this.input;
    switch (part.type) {
      case 'text': {
        if (part.text.trim() === '') return '';
        const text = options.dollarMath ? dollarMath(part.text) : part.text;
        return closeFences(text) + this.citations(part.citations);
      }
      case 'reasoning': {
        if (options.reasoning === 'none' || part.text.trim() === '') return '';
        if (options.reasoning === 'details') return details(words.reasoning, closeFences(part.text));
        return [`**${words.reasoning}**`, ...part.text.split('\n')]
          .map((line) => (line === '' ? '>' : `> ${line}`))
          .join('\n');
      }
      case 'image':
      case 'file':
        return this.attachment(part);
      case 'tool-call': {
        if (options.tools === 'none') return '';
        const result = results.get(part.callId);
        if (result) told.add(part.callId);
        if (options.tools === 'summary') return `*${words.call}: ${inline(part.name)}*`;
        const input =
          part.inputText === undefined
            ? fenced(JSON.stringify(part.input, null, 2), 'json')
            : fenced(part.inputText);
        return details(
          `${words.call}: ${part.name}`,
          [input, result ? this.result(result) : `*${words.noResult}*`].join('\n\n'),
        );
      }
      case 'tool-result': {
        if (options.tools === 'none' || told.has(part.callId)) return '';
        if (options.tools === 'summary') return `*${words.result}: ${inline(part.name)}*`;
        return details(`${words.result}: ${part.name}`, this.result(part));
      }
      case 'opaque':
        return options.tools === 'full'
          ? details(`${words.unsupported}: ${part.kind}`, fenced(JSON.stringify(part.raw, null, 2), 'json'))
          : '';
    }
  }

  private result(part: ToolResultPart): string {
    const label = `**${part.isError ? this.words.error : this.words.result}**`;
    const blocks = part.output.map((item) =>
      item.type === 'text' ? fenced(item.text) : this.attachment(item),
    );
    return [label, ...(blocks.length > 0 ? blocks : [`*${this.words.noResult}*`])].join('\n\n');
  }

  private attachment(part: ImagePart | FilePart): string {
    const { words } = this;
    const name = inline(part.name ?? words.image);
    if (part.type === 'file' && part.text !== undefined)
      return details(`${words.file}: ${part.name}`, fenced(part.text));
    if (this.input.options.images === 'none' && part.type === 'image') return `*${words.image}: ${name}*`;
    const url = this.input.imageUrl(part);
    if (url === null)
      return part.type === 'image'
        ? `*${words.imageMissing}: ${inline(part.name ?? part.origin ?? '')}*`.replace(/: \*$/, '*')
        : `*${words.file}: ${name}*`;
    return part.type === 'image' ? `![${name}](${link(url)})` : `[${name}](${link(url)})`;
  }

  /** Numbered through the whole document. */
  private citations(citations: readonly Citation[] | undefined): string {
    if (!citations || citations.length === 0) return '';
    const numbers = citations.map((citation) => {
      const key = citation.url ?? citation.title;
      const known = this.sources.findIndex((source) => (source.url ?? source.title) === key);
      return known === -1 ? this.sources.push(citation) : known + 1;
    });
    return `\n\n${[...new Set(numbers)].map((number) => `[${number}]`).join(' ')}`;
  }
}

/** Text for one line of Markdown: what would be markup is escaped. */
function inline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~$!]/g, (sign) => `\\${sign}`);
}

function link(url: string): string {
  return /[\s()<>]/.test(url) ? `<${url.replace(/[<>]/g, encodeURIComponent).replace(/\n/g, '')}>` : url;
}

function details(summary: string, body: string): string {
  const label = summary
    .replace(/\s+/g, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
  return `<details>\n<summary>${label}</summary>\n\n${body}\n\n</details>`;
}
