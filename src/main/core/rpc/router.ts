/** The router: the contract, implemented. Every host and the command line call it; nothing goes around it. */
import { implement } from '@orpc/server';
import { newId } from '../../../shared/ids';
import { type AppEvent, type AppInfo, contract } from '../../../shared/rpc/contract';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/rpc/settings';
import { subtreeOf } from '../../../shared/tree';
import type { Channel } from '../channel';
import { checkStore } from '../doctor';
import { exportJson, exportMarkdownFiles } from '../exports';
import type { Imports } from '../imports';
import { type Store, StoreError } from '../store';
import { toRpcError } from './errors';
import type { ProviderService, RunService } from './services';

export interface RouterParts {
  info: AppInfo;
  store: Store;
  runs: RunService;
  providers: ProviderService;
  imports: Imports;
  events: Channel<AppEvent>;
}

/** Builds the router over the parts of the core. */
export function createRouter({ info, store, runs, providers, imports, events }: RouterParts) {
  const os = implement(contract).use(async ({ next }) => {
    try {
      return await next();
    } catch (error) {
      throw toRpcError(error);
    }
  });

  const settings = (): Settings => ({
    ...DEFAULT_SETTINGS,
    ...(store.settings.get('settings') as Partial<Settings> | undefined),
  });

  return os.router({
    app: {
      info: os.app.info.handler(() => info),
      watch: os.app.watch.handler(async function* ({ signal }) {
        const subscription = events.subscribe(signal);
        yield { type: 'hello' } as const;
        yield { type: 'running', conversations: runs.running() } as const;
        yield* subscription;
      }),
    },

    conversations: {
      list: os.conversations.list.handler(({ input }) => store.list(input?.archived ?? false)),
      get: os.conversations.get.handler(({ input }) => store.conversation(input.id)),
      create: os.conversations.create.handler(({ input }) => store.createConversation(input)),
      rename: os.conversations.rename.handler(({ input }) => store.setTitle(input.id, input.title, 'user')),
      setModel: os.conversations.setModel.handler(({ input }) => store.setModel(input.id, input.model)),
      archive: os.conversations.archive.handler(({ input }) => store.setArchived(input.id, input.archived)),
      delete: os.conversations.delete.handler(async ({ input }) => {
        await runs.stopBeneath(input.id, null);
        return store.deleteConversation(input.id);
      }),
      trash: os.conversations.trash.handler(() => store.deletedConversations()),
      restore: os.conversations.restore.handler(({ input }) => store.restoreConversation(input.id)),
    },

    tree: {
      get: os.tree.get.handler(({ input }) => store.treeView(input.conversation)),
      switch: os.tree.switch.handler(({ input }) =>
        store.switchTo(input.conversation, input.message, input.exact),
      ),
      fork: os.tree.fork.handler(({ input }) => store.fork(input.conversation, input.message, input.title)),
      delete: os.tree.delete.handler(async ({ input }) => {
        const gone = new Set(
          input.mode === 'only' ? [input.message] : subtreeOf(store.tree(input.conversation), input.message),
        );
        await runs.stopBeneath(input.conversation, gone);
        return store.deleteMessages(input.conversation, input.message, input.mode);
      }),
      restore: os.tree.restore.handler(({ input }) => store.restoreMessages(input.trash)),
      trash: os.tree.trash.handler(({ input }) => store.listTrash(input.conversation)),
    },

    messages: {
      get: os.messages.get.handler(({ input }) => store.messages(input.conversation, input.ids)),
      path: os.messages.path.handler(({ input }) => store.path(input.conversation, input.tip)),
      editAnswer: os.messages.editAnswer.handler(({ input }) => {
        const [old] = store.messages(input.conversation, [input.message]);
        if (!old || !store.tree(input.conversation).nodes.has(old.id)) {
          throw new StoreError('NOT_FOUND', 'The answer to be edited is not there any more.');
        }
        if (old.role !== 'assistant') {
          throw new StoreError(
            'BAD_REQUEST',
            'Only answers are edited this way. To edit a prompt, send it again beside the old one.',
          );
        }
        const edited = {
          ...old,
          id: newId(),
          parts: [{ type: 'text' as const, text: input.text }],
          createdAt: Date.now(),
          usage: null,
          finish: null,
          sourceId: null,
          meta: { editedFrom: old.id },
        };
        const { tip } = store.insertMessages([edited], { moveTip: true });
        return {
          conversation: input.conversation,
          tip,
          recentTips: store.conversation(input.conversation).recentTips,
        };
      }),
    },

    runs: {
      send: os.runs.send.handler(({ input }) => runs.send(input)),
      answer: os.runs.answer.handler(({ input }) => runs.answer(input)),
      stop: os.runs.stop.handler(({ input }) => runs.stop(input.run)),
      resolve: os.runs.resolve.handler(({ input }) => runs.resolve(input.run, input.action)),
      retry: os.runs.retry.handler(({ input }) => runs.retry(input.conversation)),
      watch: os.runs.watch.handler(async function* ({ input, signal }) {
        yield* runs.watch(input.conversation, signal);
      }),
      queue: {
        edit: os.runs.queue.edit.handler(({ input }) => runs.editQueued(input.id, input.parts)),
        remove: os.runs.queue.remove.handler(({ input }) => runs.removeQueued(input.id)),
      },
    },

    models: {
      list: os.models.list.handler(() => providers.models()),
      default: os.models.default.handler(() => ({ id: settings().defaultModel ?? providers.defaultModel() })),
    },

    providers: {
      list: os.providers.list.handler(() => providers.list()),
      save: os.providers.save.handler(({ input }) => changed(() => providers.save(input))),
      remove: os.providers.remove.handler(({ input }) =>
        changed(() => ({ removed: providers.remove(input.id) })),
      ),
      setKey: os.providers.setKey.handler(({ input }) =>
        changed(() => providers.setKey(input.id, input.key)),
      ),
      clearKey: os.providers.clearKey.handler(({ input }) => changed(() => providers.clearKey(input.id))),
      test: os.providers.test.handler(({ input }) => providers.test(input.id)),
    },

    settings: {
      get: os.settings.get.handler(() => settings()),
      set: os.settings.set.handler(({ input }) => {
        const next = { ...settings(), ...input };
        store.settings.set('settings', { ...next });
        events.publish({ type: 'settings', settings: next });
        if (input.defaultModel !== undefined) events.publish({ type: 'models' });
        return next;
      }),
    },

    imports: {
      start: os.imports.start.handler(({ input }) => imports.start(input.paths, input.uploads)),
      cancel: os.imports.cancel.handler(({ input }) => ({ cancelled: imports.cancel(input.importId) })),
      watch: os.imports.watch.handler(async function* ({ input, signal }) {
        yield* imports.watch(input.importId, signal);
      }),
    },

    exports: {
      markdown: os.exports.markdown.handler(({ input }) => exportMarkdownFiles(store, input)),
      json: os.exports.json.handler(({ input }) => exportJson(store, input.conversation)),
    },

    search: {
      query: os.search.query.handler(({ input }) => store.search(input.text, input)),
    },

    doctor: {
      check: os.doctor.check.handler(() => checkStore(store)),
    },
  });

  function changed<T>(work: () => T): T {
    const result = work();
    events.publish({ type: 'models' });
    return result;
  }
}

export type Router = ReturnType<typeof createRouter>;
