/** Whole messages, loaded in batches when they come into view. Messages are immutable: what is here is true for good. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Message } from '../../shared/model';
import { api } from '../rpc/client';
import { toastError } from './toasts';

/** Messages kept. Those of other conversations go first. */
const KEPT = 5_000;
/** Messages asked for in one call; the contract allows 500. */
const BATCH = 200;

interface MessageState {
  byId: ReadonlyMap<string, Message>;
}

export const useMessageStore = create<MessageState>()(() => ({ byId: new Map() }));

let conversation: string | null = null;
const wanted = new Set<string>();
const asked = new Set<string>();
let scheduled = false;

/** Tells which conversation is on screen; messages are asked for in its name. */
export function setMessageConversation(id: string | null): void {
  if (conversation === id) return;
  conversation = id;
  wanted.clear();
  asked.clear();
  if (useMessageStore.getState().byId.size > KEPT) useMessageStore.setState({ byId: new Map() });
}

/** Puts messages that are known already (a turn just committed). */
export function putMessages(messages: readonly Message[]): void {
  if (messages.length === 0) return;
  useMessageStore.setState((state) => {
    const byId = new Map(state.byId);
    for (const message of messages) byId.set(message.id, message);
    return { byId };
  });
}

/** Forgets what a deletion may have re-parented. */
export function forgetMessages(): void {
  asked.clear();
  useMessageStore.setState({ byId: new Map() });
}

/** Asks for messages that are not here yet. */
export function prefetchMessages(ids: readonly string[]): void {
  const { byId } = useMessageStore.getState();
  for (const id of ids) if (!byId.has(id) && !asked.has(id)) wanted.add(id);
  if (wanted.size === 0 || scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    void load();
  });
}

async function load(): Promise<void> {
  const id = conversation;
  if (id === null) return;
  const ids = [...wanted];
  wanted.clear();
  for (const item of ids) asked.add(item);
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    try {
      const messages = await api.messages.get({ conversation: id, ids: batch });
      if (conversation === id) putMessages(messages);
    } catch (error) {
      for (const item of batch) asked.delete(item);
      toastError(error);
      return;
    }
  }
}

/** A message by id; undefined until it has been loaded. */
export function useMessage(id: string): Message | undefined {
  const message = useMessageStore((state) => state.byId.get(id));
  useEffect(() => {
    if (!message) prefetchMessages([id]);
  }, [id, message]);
  return message;
}

/** Messages by id, in order; undefined where not loaded yet. */
export function useMessages(ids: readonly string[]): (Message | undefined)[] {
  const byId = useMessageStore((state) => state.byId);
  useEffect(() => {
    prefetchMessages(ids);
  }, [ids]);
  return ids.map((id) => byId.get(id));
}

/** Messages by id, loaded now; those unknown to the store are left out. */
export async function loadMessages(conversationId: string, ids: readonly string[]): Promise<Message[]> {
  const found: Message[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    found.push(...(await api.messages.get({ conversation: conversationId, ids: ids.slice(at, at + BATCH) })));
  }
  return found;
}
