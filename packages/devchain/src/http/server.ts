import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { AdminError } from '../admin/admin.ts';
import type { Admin } from '../admin/admin.ts';
import { answerAdmin } from '../admin/routes.ts';
import type { ChainCore } from '../chain/core.ts';
import type { ChainNode } from '../chain/node.ts';
import { answerEvents } from '../events/routes.ts';
import type { JsonObject } from '../json/format-message.ts';
import { stringifyInt64AsText } from '../json/int64-as-text.ts';
import { stringify } from '../json/text.ts';
import type { Access } from './access.ts';
import { LostAnswer } from './lost-answer.ts';
import { readParams } from './read-params.ts';
import { RequestError, javaClasses } from './request-error.ts';
import { walletTable } from './table.ts';

/** `both`: all of it on one port, as TronGrid; `full` and `solidity`: the two ports of a stock java-tron node. */
export type Serves = 'both' | 'full' | 'solidity';

type Deps = {
  readonly serves: Serves;
  readonly core: ChainCore;
  readonly node: ChainNode;
  readonly admin: Admin;
  readonly access: Access;
  readonly renderPage: () => string;
};
type Reply = { readonly status: number; readonly type: string; readonly body: string; readonly cut?: boolean };

/** Clients keep connections; Node's own five seconds cut them off in the middle of a pause. */
const keepAliveMs = 65_000;

/** The node's HTTP server, not yet listening. */
export function createHttpServer(deps: Deps): Server {
  const server = createServer((request, response) => {
    void serve(deps, request, response);
  });
  server.keepAliveTimeout = keepAliveMs;
  return server;
}

async function serve(deps: Deps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { status, type, body, cut } = await answer(deps, request);
    const bytes = Buffer.from(body);
    const cors = deps.access.corsFor(request.headers);
    response.writeHead(status, { ...cors, 'content-type': type, 'content-length': bytes.length });
    if (cut !== true) response.end(bytes);
    else response.write(bytes.subarray(0, bytes.length >> 1), () => request.socket.destroy());
  } catch (error) {
    if (error instanceof LostAnswer) {
      if (error.manner === 'break') request.socket.destroy();
      return;
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`devchain: ${request.method} ${request.url}: ${text}\n`);
    response.writeHead(500, { 'content-type': 'text/plain' }).end('internal error');
  }
}

async function answer(deps: Deps, request: IncomingMessage): Promise<Reply> {
  if (!deps.access.admits(request.headers)) {
    return { status: 403, type: 'text/plain', body: 'this chain answers its own machine only' };
  }
  // A browser asks first whether a page may send what it wants to send.
  if (request.method === 'OPTIONS') return { status: 200, type: 'text/plain', body: '' };
  const url = new URL(request.url ?? '/', 'http://localhost');
  // `getnodeinfo` is the one path of `/wallet` that java-tron serves on this port too.
  if (deps.serves === 'solidity' && !isSolidity(url) && url.pathname !== '/wallet/getnodeinfo') return notFound(url);
  if (url.pathname === '/') return { status: 200, type: 'text/html; charset=utf-8', body: deps.renderPage() };
  if (url.pathname.startsWith('/devchain/')) return answerControls(deps, request, url);
  const foreign = await applyFaults(deps.node, url.pathname);
  if (foreign !== undefined) return foreign;
  if (deps.serves === 'full' && isSolidity(url)) return errorPage(405, 'Method Not Allowed', url);
  const cut = deps.node.faults.take('cut-answer', url.pathname) !== undefined;
  return { ...(await answerNode(deps, request, url)), cut };
}

async function answerControls(deps: Deps, request: IncomingMessage, url: URL): Promise<Reply> {
  try {
    const params = await readParams(request, url);
    const result = await answerAdmin(deps, {
      method: request.method ?? 'GET',
      path: url.pathname,
      params,
    });
    return result === undefined ? notFound(url) : json(200, result);
  } catch (error) {
    if (error instanceof AdminError || error instanceof RequestError) return json(400, { error: error.message });
    throw error;
  }
}

async function answerNode({ core, node, serves }: Deps, request: IncomingMessage, url: URL): Promise<Reply> {
  // Events are TronGrid's; a stock node has none.
  const events = serves === 'both' ? await answerEvents({ core, node }, url) : undefined;
  if (events !== undefined) return json(events.status, events.body);
  const endpoint = walletTable.get(url.pathname);
  if (endpoint === undefined) return notFound(url);
  try {
    const params: JsonObject = await readParams(request, url);
    const visible = String(params['visible']) === 'true';
    const answer = await endpoint.handler({ core, node, view: endpoint.view, params, visible });
    if (!asksForText(request, url) || !endpoint.knowsInt64AsText) return json(200, answer);
    return { status: 200, type: 'application/json', body: stringifyInt64AsText(answer) };
  } catch (error) {
    if (error instanceof RequestError) return json(200, error.toReply());
    throw error;
  }
}

/** 64-bit integers come as texts where a GET says so; bodies of a POST cannot. */
function asksForText({ method }: IncomingMessage, url: URL): boolean {
  return method === 'GET' && url.searchParams.get('int64_as_string') === 'true';
}

async function applyFaults({ faults }: ChainNode, path: string): Promise<Reply | undefined> {
  const delay = faults.take('delay', path);
  if (delay !== undefined) await wait(delay.delayMs);
  if (faults.take('hang', path) !== undefined) throw new LostAnswer('silence');
  const foreign = faults.take('http', path);
  if (foreign !== undefined) {
    return {
      status: foreign.status,
      type: 'text/html',
      body: foreign.body ?? `<html><h1>${foreign.status}</h1></html>`,
    };
  }
  if (faults.take('throttle', path) === undefined) return undefined;
  return json(200, new RequestError('lack of computing resources', javaClasses.throttled).toReply());
}

function json(status: number, value: unknown): Reply {
  return { status, type: 'application/json', body: stringify(value) };
}

function isSolidity(url: URL): boolean {
  return url.pathname.startsWith('/walletsolidity/');
}

function notFound(url: URL): Reply {
  return errorPage(404, 'Not Found', url);
}

/** As Jetty, the server of a real node, says it. */
function errorPage(status: number, words: string, url: URL): Reply {
  const path = url.pathname.replaceAll(/[<>&"]/g, '');
  return {
    status,
    type: 'text/html',
    body: `<html><h2>HTTP ERROR ${status} ${words}</h2><p>URI: ${path}</p></html>`,
  };
}
