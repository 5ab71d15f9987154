/**
 * The browser host: the interface and the router on 127.0.0.1, for one browser that was handed a token [H1]. A
 * token opens one session and is spent; the session is a cookie that scripts cannot read.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { RPCHandler } from '@orpc/server/ws';
import { WebSocketServer } from 'ws';
import { mainCsp } from '../../../shared/security/csp';
import type { Core } from '../../core/core';

export interface BrowserHost {
  port: number;
  /** An address with a fresh token: opens the app once. */
  address(): string;
  /** Resolves when the last window has been gone for a while. */
  abandoned: Promise<void>;
  close(): Promise<void>;
}

export interface BrowserHostOptions {
  core: Core;
  /** Folder of the built interface. */
  interfaceDirectory: string;
  port: number;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
/** Blobs that may be shown as they are; all else is downloaded. SVG could hold scripts. */
const SHOWN = /^image\/(png|jpeg|gif|webp|avif)$/;
const MAX_ATTACHMENT_BYTES = 256 * 1024 * 1024;
/** Milliseconds after the last window before the host ends: a reload takes less. */
const ABANDONED_MS = 5_000;

/** Starts the host. @throws when the port is taken */
export async function startBrowserHost({
  core,
  interfaceDirectory,
  port: wanted,
}: BrowserHostOptions): Promise<BrowserHost> {
  const root = resolve(interfaceDirectory);
  const tokens = new Set<string>();
  const sessions = new Set<string>();
  let port = wanted;
  let abandon: () => void = () => {};
  const abandoned = new Promise<void>((done) => {
    abandon = done;
  });
  let timer: NodeJS.Timeout | null = null;

  const cookieName = (): string => `astwerk_${port}`;
  const hosts = (): string[] => [`127.0.0.1:${port}`, `localhost:${port}`];

  function known(request: IncomingMessage): boolean {
    const pair = (request.headers.cookie ?? '')
      .split(/;\s*/)
      .find((item) => item.startsWith(`${cookieName()}=`));
    const given = Buffer.from(pair?.slice(cookieName().length + 1) ?? '');
    return [...sessions].some((session) => {
      const real = Buffer.from(session);
      return real.length === given.length && timingSafeEqual(real, given);
    });
  }

  /** A page of another origin may hold neither our name nor our ear. */
  function admissible(request: IncomingMessage, originNeeded: boolean): boolean {
    if (!hosts().includes(request.headers.host ?? '')) return false;
    const { origin } = request.headers;
    if (origin === undefined) return !originNeeded;
    return hosts().some((name) => origin === `http://${name}`);
  }

  function refuse(response: ServerResponse, status: number, text: string): void {
    response.writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    response.end(text);
  }

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      if (!response.headersSent)
        refuse(response, 400, error instanceof Error ? error.message : String(error));
      else response.destroy();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const writes = request.method !== 'GET' && request.method !== 'HEAD';
    if (!admissible(request, writes))
      return refuse(response, 403, 'This address answers only to Astwerk itself.');
    const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
    const token = url.searchParams.get('token');
    if (token !== null && url.pathname === '/') {
      if (!tokens.delete(token))
        return refuse(response, 403, 'This link was used already. Start Astwerk again for a new one.');
      const session = randomBytes(32).toString('base64url');
      sessions.add(session);
      response.writeHead(303, {
        location: '/',
        'set-cookie': `${cookieName()}=${session}; HttpOnly; SameSite=Strict; Path=/`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
      response.end();
      return;
    }
    if (!known(request))
      return refuse(response, 401, 'Open Astwerk with the address that it printed when it started.');
    if (url.pathname.startsWith('/blob/') && request.method === 'GET')
      return blob(url.pathname.slice(6), response);
    if (url.pathname === '/blob' && request.method === 'POST') {
      const type = request.headers['content-type'] ?? 'application/octet-stream';
      return json(response, await core.putBlob(request, type, MAX_ATTACHMENT_BYTES));
    }
    if (url.pathname === '/upload' && request.method === 'POST')
      return json(response, await core.receiveUpload(request, url.searchParams.get('name') ?? 'file'));
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Not here.');
    file(url.pathname === '/' ? '/index.html' : url.pathname, response);
  }

  function json(response: ServerResponse, value: unknown): void {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(value));
  }

  function blob(hash: string, response: ServerResponse): void {
    const path = core.blobPath(hash);
    if (path === null) {
      refuse(response, 404, 'There is no such attachment.');
      return;
    }
    const type = core.blobMediaType(hash);
    response.writeHead(200, {
      'content-type': SHOWN.test(type) ? type : 'application/octet-stream',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
      ...(SHOWN.test(type) ? {} : { 'content-disposition': 'attachment' }),
    });
    createReadStream(path).pipe(response);
  }

  function file(pathname: string, response: ServerResponse): void {
    // Decoded once, then it must still lie within the folder [H3].
    const path = normalize(join(root, decodeURIComponent(pathname)));
    if (
      !path.startsWith(root + sep) ||
      path.includes('\u0000') ||
      !existsSync(path) ||
      !statSync(path).isFile()
    ) {
      refuse(response, 404, 'Not found.');
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-security-policy': mainCsp(hosts().map((name) => `ws://${name}`)),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': pathname === '/index.html' ? 'no-store' : 'private, max-age=31536000, immutable',
    });
    createReadStream(path).pipe(response);
  }

  const handler = new RPCHandler(core.router);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 * 1024 });
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== '/rpc' || !admissible(request, true) || !known(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      if (timer) clearTimeout(timer);
      timer = null;
      void handler.upgrade(ws, { context: {} });
      ws.on('close', () => {
        if (sockets.clients.size === 0) timer = setTimeout(abandon, ABANDONED_MS);
      });
    });
  });

  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(wanted, '127.0.0.1', () => done());
  });
  const bound = server.address();
  if (typeof bound === 'object' && bound !== null) port = bound.port;

  return {
    port,
    address() {
      const token = randomBytes(24).toString('base64url');
      tokens.add(token);
      return `http://127.0.0.1:${port}/?token=${token}`;
    },
    abandoned,
    async close() {
      if (timer) clearTimeout(timer);
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
