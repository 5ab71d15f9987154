import type { Migration } from '../migrate';

/** The first schema: conversations and their trees, what stands beside them, and the search index. */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  sql: `
    CREATE TABLE conversations (
      id TEXT PRIMARY KEY,
      title TEXT NOT NULL,
      title_source TEXT NOT NULL CHECK (title_source IN ('user', 'source', 'auto')),
      tip TEXT REFERENCES messages (id) DEFERRABLE INITIALLY DEFERRED,
      -- JSON array of tips visited, newest first. In this row, so that a switch changes one row only.
      recent_tips TEXT NOT NULL DEFAULT '[]',
      model TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
      source TEXT NOT NULL,
      source_id TEXT,
      forked_from TEXT,
      meta TEXT,
      message_count INTEGER NOT NULL DEFAULT 0,
      leaf_count INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE UNIQUE INDEX conversations_by_source ON conversations (source, source_id) WHERE source_id IS NOT NULL;
    CREATE INDEX conversations_by_activity ON conversations (updated_at DESC);

    CREATE TABLE messages (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      conversation_id TEXT NOT NULL REFERENCES conversations (id) DEFERRABLE INITIALLY DEFERRED,
      -- No cascade: a chain of 100,000 would pass the depth limit of triggers.
      parent_id TEXT REFERENCES messages (id) DEFERRABLE INITIALLY DEFERRED,
      role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'tool')),
      parts TEXT NOT NULL,
      model TEXT,
      created_at INTEGER NOT NULL,
      usage TEXT,
      finish TEXT,
      source_id TEXT,
      meta TEXT,
      preview TEXT NOT NULL,
      flags INTEGER NOT NULL,
      chars INTEGER NOT NULL,
      calls TEXT,
      results TEXT
    ) STRICT;
    CREATE INDEX messages_by_conversation ON messages (conversation_id, seq);
    CREATE INDEX messages_by_parent ON messages (parent_id);
    CREATE INDEX messages_by_source ON messages (conversation_id, source_id) WHERE source_id IS NOT NULL;
    CREATE TRIGGER messages_are_immutable BEFORE UPDATE ON messages
    BEGIN SELECT RAISE (ABORT, 'messages are immutable'); END;

    CREATE TABLE blobs (
      hash TEXT PRIMARY KEY,
      size INTEGER NOT NULL,
      media_type TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE message_blobs (
      message_seq INTEGER NOT NULL REFERENCES messages (seq) ON DELETE CASCADE,
      hash TEXT NOT NULL REFERENCES blobs (hash),
      PRIMARY KEY (message_seq, hash)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX message_blobs_by_hash ON message_blobs (hash);

    CREATE TABLE reductions (
      id TEXT PRIMARY KEY,
      conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      -- The message that was the tip when it was made.
      message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
      rung TEXT NOT NULL CHECK (rung IN ('elision', 'images', 'snapshot', 'summary')),
      data TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX reductions_by_conversation ON reductions (conversation_id, created_at);
    CREATE INDEX reductions_by_message ON reductions (message_id);

    CREATE TABLE checkpoints (
      id TEXT PRIMARY KEY,
      conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
      label TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX checkpoints_by_conversation ON checkpoints (conversation_id);
    CREATE INDEX checkpoints_by_message ON checkpoints (message_id);

    CREATE TABLE events (
      id TEXT PRIMARY KEY,
      conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      message_id TEXT REFERENCES messages (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      hidden INTEGER NOT NULL CHECK (hidden IN (0, 1)),
      title TEXT NOT NULL,
      text TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      source_id TEXT
    ) STRICT;
    CREATE INDEX events_by_conversation ON events (conversation_id);
    CREATE INDEX events_by_message ON events (message_id);

    CREATE TABLE trash (
      id TEXT PRIMARY KEY,
      conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      message_id TEXT REFERENCES messages (id) ON DELETE CASCADE,
      mode TEXT NOT NULL CHECK (mode IN ('conversation', 'subtree', 'only')),
      deleted_at INTEGER NOT NULL,
      tip_before TEXT
    ) STRICT;
    CREATE INDEX trash_by_conversation ON trash (conversation_id);
    CREATE INDEX trash_by_message ON trash (message_id);

    -- What is under way or broke off: beside the transcript, never in it.
    CREATE TABLE runs (
      id TEXT PRIMARY KEY,
      conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      parent_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
      status TEXT NOT NULL,
      model TEXT NOT NULL,
      parts TEXT NOT NULL,
      usage TEXT,
      error TEXT,
      started_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX runs_by_conversation ON runs (conversation_id);
    CREATE INDEX runs_by_parent ON runs (parent_id);

    CREATE TABLE queue (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      parts TEXT NOT NULL,
      model TEXT,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX queue_by_conversation ON queue (conversation_id, seq);

    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE imports (
      id TEXT PRIMARY KEY,
      file TEXT NOT NULL,
      format TEXT NOT NULL,
      conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
      added INTEGER NOT NULL,
      imported_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX imports_by_conversation ON imports (conversation_id);

    -- Without a copy of the text: snippets are cut from the messages themselves. Row ids are messages.seq.
    CREATE VIRTUAL TABLE messages_fts USING fts5 (
      text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
    );
  `,
};
