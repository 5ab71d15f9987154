/** Follows the runs of the conversation on screen. Deltas are gathered and applied once per frame. */
import type { RunEvent, RunState } from '../../shared/rpc/runs';
import { api } from '../rpc/client';
import { putMessages } from './messages';
import { patchView } from './view';

/** Applies one event to the list of runs; returns the list itself when nothing changed. */
export function applyRunEvent(runs: readonly RunState[], event: RunEvent): readonly RunState[] {
  switch (event.type) {
    case 'snapshot':
      return event.runs;
    case 'run': {
      const at = runs.findIndex((run) => run.id === event.run.id);
      return at === -1 ? [...runs, event.run] : runs.map((run, index) => (index === at ? event.run : run));
    }
    case 'delta':
      return change(runs, event.runId, (run) => {
        const parts = [...run.parts];
        const part = parts[event.index];
        if (part && part.type === event.partType)
          parts[event.index] = { ...part, text: part.text + event.text };
        else parts[event.index] = { type: event.partType, text: event.text };
        return { ...run, parts };
      });
    case 'part':
      return change(runs, event.runId, (run) => {
        const parts = [...run.parts];
        parts[event.index] = event.part;
        return { ...run, parts };
      });
    case 'committed': {
      const last = event.messages.at(-1);
      if (!last) return runs;
      return change(runs, event.runId, (run) => ({ ...run, parentId: last.id, parts: [] }));
    }
    case 'ended':
      return event.status === 'done'
        ? runs.filter((run) => run.id !== event.runId)
        : change(runs, event.runId, (run) => ({ ...run, status: event.status as RunState['status'] }));
    case 'queue':
      return runs;
  }
}

function change(runs: readonly RunState[], id: string, to: (run: RunState) => RunState): readonly RunState[] {
  return runs.map((run) => (run.id === id ? to(run) : run));
}

/** Watches until the signal ends it, and again after a lost connection. */
export async function followRuns(conversationId: string, signal: AbortSignal): Promise<void> {
  let pending: RunEvent[] = [];
  let frame = 0;
  const flush = (): void => {
    frame = 0;
    const events = pending;
    pending = [];
    if (signal.aborted || events.length === 0) return;
    for (const event of events) if (event.type === 'committed') putMessages(event.messages);
    patchView(conversationId, (view) => {
      let runs: readonly RunState[] = view.runs;
      let queue = view.queue;
      for (const event of events) {
        runs = applyRunEvent(runs, event);
        if (event.type === 'snapshot' || event.type === 'queue') queue = event.queue;
      }
      return { runs: [...runs], queue };
    });
  };
  while (!signal.aborted) {
    try {
      for await (const event of await api.runs.watch({ conversation: conversationId }, { signal })) {
        pending.push(event);
        // A hidden window draws no frames; its state must not pile up.
        if (document.hidden) flush();
        else if (frame === 0) frame = requestAnimationFrame(flush);
      }
    } catch {
      // The connection broke; its state is shown by the shell. Watch again when it is back.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
