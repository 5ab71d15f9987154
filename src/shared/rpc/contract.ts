/**
 * The one typed contract between the screen (or the command line) and the main process. Inputs are
 * validated at the border with size limits; outputs are ours and are typed only.
 *
 * This is the only file of `shared` that imports the RPC library.
 */
import { eventIterator, oc, type } from '@orpc/contract';
import * as z from 'zod';
import type {
  Checkpoint,
  Conversation,
  ConversationEvent,
  ConversationSummary,
  Message,
  NodeSummary,
  Part,
  TrashEntry,
} from '../model';
import type { FileReport, ImportEvent } from './imports';
import type { QueuedPrompt, RunEvent } from './runs';
import type { ModelInfo, ProviderView, Settings } from './settings';

/** Ids are UUIDs. */
const id = z.uuid();
/** A provider-prefixed model id. */
const modelId = z.string().min(1).max(200);
const title = z.string().trim().min(1, 'A title needs at least one character.').max(500);
/** One message may hold 16 MiB of text; more belongs into an attachment. */
const text = z.string().max(16 * 1024 * 1024);
const blobHash = z.string().regex(/^[0-9a-f]{64}$/);

/** Parts that a prompt may hold. */
const promptPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text }),
  z.object({
    type: z.literal('image'),
    blob: blobHash,
    mediaType: z.string().regex(/^image\/[a-z0-9.+-]{1,60}$/),
    name: z.string().max(500).optional(),
    width: z.number().int().positive().optional(),
    height: z.number().int().positive().optional(),
  }),
  z.object({
    type: z.literal('file'),
    blob: blobHash.nullable(),
    mediaType: z.string().max(200),
    name: z.string().min(1).max(500),
    size: z.number().int().nonnegative().optional(),
    text: text.optional(),
  }),
]);
const promptParts = z.array(promptPart).min(1).max(200);
export type PromptPart = z.infer<typeof promptPart>;

const providerConfig = z.object({
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'A provider id is 1 to 40 of the letters a-z, digits and hyphens.'),
  kind: z.enum(['anthropic', 'openai', 'google', 'openai-compatible']),
  label: z.string().trim().min(1).max(100),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  api: z.enum(['chat', 'responses']).optional(),
  models: z.array(modelId).max(1000),
  enabled: z.boolean(),
});

const exportOptions = z.object({
  reasoning: z.enum(['none', 'quote', 'details']).default('none'),
  tools: z.enum(['full', 'summary', 'none']).default('full'),
  frontMatter: z.boolean().default(true),
  images: z.enum(['files', 'data', 'none']).default('files'),
  /** Rewrite `\(…\)` and `\[…\]` to dollar signs, outside code. */
  dollarMath: z.boolean().default(false),
  /** This branch only; the others after it with anchors; or one file each. */
  branches: z.enum(['this', 'appendix', 'files']).default('this'),
  /** Language of headings. */
  language: z.enum(['en', 'de']).default('en'),
});
export type ExportOptions = z.infer<typeof exportOptions>;

export interface AppInfo {
  name: string;
  version: string;
  host: 'electron' | 'browser' | 'cli';
  platform: string;
  dataDirectory: string;
  /** False when another process owns the data directory and this one only reads. */
  writable: boolean;
}

/** Everything the open windows hear of. */
export type AppEvent =
  | { type: 'hello' }
  | { type: 'conversation'; conversation: ConversationSummary }
  | { type: 'conversation-removed'; id: string }
  /** Nodes were added and nothing else changed. */
  | { type: 'nodes-added'; conversationId: string; nodes: NodeSummary[]; tip: string | null }
  | { type: 'tip'; conversationId: string; tip: string | null; recentTips: string[] }
  /** The tree changed in another way (deletion, restoration, import): load it again. */
  | { type: 'tree-changed'; conversationId: string }
  /** Conversations in which an answer is under way. */
  | { type: 'running'; conversations: string[] }
  | { type: 'settings'; settings: Settings }
  | { type: 'models' }
  | { type: 'import'; importId: string; event: ImportEvent };

export interface TreeView {
  conversation: Conversation;
  /** Parents before children; siblings in their order. Deleted ones left out, parents resolved past them. */
  nodes: NodeSummary[];
  checkpoints: Checkpoint[];
  events: ConversationEvent[];
}

export interface TipMove {
  conversation: string;
  tip: string | null;
  recentTips: string[];
}

export interface SearchHit {
  conversation: string;
  conversationTitle: string;
  message: string;
  role: Message['role'];
  createdAt: number;
  /** Plain text; hits stand between U+E000 and U+E001. */
  snippet: string;
}

export interface ExportFile {
  /** Safe on every operating system; a path with `/` when beneath a folder. */
  path: string;
  mediaType: string;
  /** Text of the file, or null when its bytes are the blob. */
  text: string | null;
  blob: string | null;
}

export interface DoctorReport {
  ok: boolean;
  checks: { name: string; ok: boolean; detail: string; problems: string[] }[];
}

export interface SendResult {
  conversation: string;
  /** The prompt's message, or null when it was queued. */
  message: string | null;
  run: string | null;
  queued: string | null;
}

export const contract = {
  app: {
    info: oc.output(type<AppInfo>()),
    watch: oc.output(eventIterator(type<AppEvent>())),
  },
  conversations: {
    list: oc
      .input(z.object({ archived: z.boolean().default(false) }).optional())
      .output(type<ConversationSummary[]>()),
    get: oc.input(z.object({ id })).output(type<Conversation>()),
    create: oc
      .input(z.object({ title: title.optional(), model: modelId.optional() }).optional())
      .output(type<Conversation>()),
    rename: oc.input(z.object({ id, title })).output(type<ConversationSummary>()),
    setModel: oc.input(z.object({ id, model: modelId.nullable() })).output(type<ConversationSummary>()),
    archive: oc.input(z.object({ id, archived: z.boolean() })).output(type<ConversationSummary>()),
    /** Moves it to the trash. */
    delete: oc.input(z.object({ id })).output(type<TrashEntry>()),
    /** Conversations in the trash, newest first. */
    trash: oc.output(type<(ConversationSummary & { deletedAt: number })[]>()),
    restore: oc.input(z.object({ id })).output(type<ConversationSummary>()),
  },
  tree: {
    get: oc.input(z.object({ conversation: id })).output(type<TreeView>()),
    /**
     * Moves the tip. `exact`: onto the turn boundary at that message ("continue from here"); otherwise to
     * the leaf last visited beneath it. `null` (exact only): before the first message.
     */
    switch: oc
      .input(z.object({ conversation: id, message: id.nullable(), exact: z.boolean().default(false) }))
      .output(type<TipMove>()),
    fork: oc
      .input(z.object({ conversation: id, message: id, title: title.optional() }))
      .output(type<TipMove>()),
    delete: oc
      .input(z.object({ conversation: id, message: id, mode: z.enum(['subtree', 'only']) }))
      .output(type<{ trash: TrashEntry; removed: number; tip: string | null }>()),
    restore: oc.input(z.object({ trash: id })).output(type<TipMove>()),
    trash: oc
      .input(z.object({ conversation: id }))
      .output(type<(TrashEntry & { preview: string; messages: number })[]>()),
  },
  messages: {
    get: oc.input(z.object({ conversation: id, ids: z.array(id).max(500) })).output(type<Message[]>()),
    /** Whole messages of the path to `tip` (default: the conversation's), root first. */
    path: oc.input(z.object({ conversation: id, tip: id.optional() })).output(type<Message[]>()),
    /** An edited answer: a sibling with this text; the tip moves to it and the old one stays. */
    editAnswer: oc.input(z.object({ conversation: id, message: id, text })).output(type<TipMove>()),
  },
  runs: {
    /**
     * Stores a prompt under `parent` (null: at the root) and answers it. The caller says which message it
     * follows, so that a prompt never lands on another branch than the one looked at. While a run is under way
     * at that message the prompt is queued. Without `conversation` a new one is begun.
     */
    send: oc
      .input(
        z.object({
          conversation: id.nullable(),
          parent: id.nullable(),
          parts: promptParts,
          model: modelId.optional(),
        }),
      )
      .output(type<SendResult>()),
    /** A new answer to `parent`, beside those it has. */
    answer: oc
      .input(z.object({ conversation: id, parent: id, model: modelId.optional() }))
      .output(type<{ run: string }>()),
    stop: oc.input(z.object({ run: id })).output(type<{ stopped: boolean }>()),
    /**
     * What becomes of a broken answer: `keep` stores its text as an answer marked partial, `retry` asks again,
     * `discard` forgets it.
     */
    resolve: oc
      .input(z.object({ run: id, action: z.enum(['keep', 'retry', 'discard']) }))
      .output(type<{ run: string | null; message: string | null }>()),
    /** Answers the last prompt of the path again where its answer failed or is missing. */
    retry: oc
      .input(z.object({ conversation: id }))
      .output(type<{ outcome: 'retried' | 'nothing-to-retry' | 'nothing-loaded'; run: string | null }>()),
    watch: oc.input(z.object({ conversation: id })).output(eventIterator(type<RunEvent>())),
    queue: {
      edit: oc.input(z.object({ id, parts: promptParts })).output(type<QueuedPrompt>()),
      remove: oc.input(z.object({ id })).output(type<{ removed: boolean }>()),
    },
  },
  models: {
    list: oc.output(type<ModelInfo[]>()),
    /** The model that answers when none is chosen. */
    default: oc.output(type<{ id: string }>()),
  },
  providers: {
    list: oc.output(type<ProviderView[]>()),
    save: oc.input(providerConfig).output(type<ProviderView>()),
    remove: oc.input(z.object({ id: z.string().max(40) })).output(type<{ removed: boolean }>()),
    /** Stores a key; it is written outside the database and never told again. */
    setKey: oc
      .input(z.object({ id: z.string().max(40), key: z.string().trim().min(1).max(10_000) }))
      .output(type<ProviderView>()),
    clearKey: oc.input(z.object({ id: z.string().max(40) })).output(type<ProviderView>()),
    /** Asks the provider for its list of models: proves address and key. */
    test: oc
      .input(z.object({ id: z.string().max(40) }))
      .output(type<{ ok: boolean; message: string; models: string[] }>()),
  },
  settings: {
    get: oc.output(type<Settings>()),
    set: oc
      .input(
        z
          .object({
            theme: z.enum(['system', 'light', 'dark']),
            language: z.enum(['system', 'en', 'de']),
            defaultModel: modelId.nullable(),
            sendWith: z.enum(['enter', 'mod-enter']),
          })
          .partial(),
      )
      .output(type<Settings>()),
  },
  imports: {
    /**
     * Starts an import of files and folders. `uploads` are names that the host gave for dropped files
     * (see the host's upload route); `paths` are absolute paths on this machine.
     */
    start: oc
      .input(
        z.object({
          paths: z.array(z.string().max(4096)).max(10_000),
          uploads: z.array(id).max(10_000).default([]),
        }),
      )
      .output(type<{ importId: string }>()),
    cancel: oc.input(z.object({ importId: id })).output(type<{ cancelled: boolean }>()),
    watch: oc.input(z.object({ importId: id })).output(eventIterator(type<ImportEvent>())),
  },
  exports: {
    markdown: oc
      .input(z.object({ conversation: id, tip: id.optional(), options: exportOptions.optional() }))
      .output(type<{ files: ExportFile[] }>()),
    json: oc.input(z.object({ conversation: id })).output(type<{ files: ExportFile[] }>()),
  },
  search: {
    query: oc
      .input(
        z.object({
          text: z.string().min(1).max(1000),
          conversation: id.optional(),
          limit: z.number().int().min(1).max(500).default(50),
        }),
      )
      .output(type<SearchHit[]>()),
  },
  doctor: {
    check: oc.output(type<DoctorReport>()),
  },
};

export type Contract = typeof contract;
export type { FileReport, ImportEvent, ModelInfo, Part, ProviderView, QueuedPrompt, RunEvent, Settings };
