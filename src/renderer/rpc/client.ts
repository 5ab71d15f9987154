/** The router, called from the screen: one connection that is made again when it breaks. */
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '../../shared/rpc/contract';
import { useApp } from '../state/app';

type Api = ContractRouterClient<Contract>;

let current: Promise<Api> | null = null;

/** Milliseconds between two attempts to connect. */
const RETRY_MS = 500;

function connect(): Promise<Api> {
  current ??= new Promise<Api>((resolve) => {
    const attempt = (): void => {
      const socket = new WebSocket(`ws://${location.host}/rpc`);
      socket.addEventListener('open', () => {
        useApp.setState({ connection: 'open' });
        resolve(createORPCClient<Api>(new RPCLink({ websocket: socket })));
      });
      socket.addEventListener('close', () => {
        const was = useApp.getState().connection;
        useApp.setState({ connection: was === 'connecting' ? 'connecting' : 'lost' });
        if (was === 'open') current = null;
        else setTimeout(attempt, RETRY_MS);
      });
    };
    attempt();
  });
  return current;
}

/** Walks to the procedure by its path, on the connection there is when it is called. */
function proxy(path: readonly string[]): unknown {
  return new Proxy(() => {}, {
    get: (_, key) => (typeof key === 'string' && key !== 'then' ? proxy([...path, key]) : undefined),
    apply: async (_, __, args) => {
      let at: unknown = await connect();
      for (const key of path) at = (at as Record<string, unknown>)[key];
      return (at as (...rest: unknown[]) => unknown)(...args);
    },
  });
}

export const api = proxy([]) as Api;
