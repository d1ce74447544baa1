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
import type { Asked } from './asked.ts';
import { LostAnswer } from './lost-answer.ts';
import { readParams } from './read-params.ts';
import { RequestError, javaClasses } from './request-error.ts';
import { walletTable } from './table.ts';

/** `both`: all of it on one port, as TronGrid; `full` and `solidity`: the two ports of a stock java-tron node. */
export type Serves = 'both' | 'full' | 'solidity';

/** What a port of a node answers from. */
export type AnswerDeps = {
  readonly serves: Serves;
  readonly core: ChainCore;
  readonly node: ChainNode;
  readonly admin: Admin;
  readonly access: Access;
  readonly renderPage: () => string;
};

export type Reply = {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Half of the body comes, then the connection breaks. */
  readonly cut?: boolean;
};

/** No answer comes: the connection breaks, or stays open in silence. */
export type Lost = { readonly lost: LostAnswer['manner'] };

/** What a port of a node answers. Never throws: a defect in here is answered with 500 and told on stderr. */
export async function answerRequest(deps: AnswerDeps, asked: Asked): Promise<Reply | Lost> {
  try {
    return await answer(deps, asked);
  } catch (error) {
    if (error instanceof LostAnswer) return { lost: error.manner };
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`devchain: ${asked.method} ${asked.target}: ${text}\n`);
    return { status: 500, type: 'text/plain', body: 'internal error' };
  }
}

async function answer(deps: AnswerDeps, asked: Asked): Promise<Reply> {
  if (!deps.access.admits(asked.headers)) {
    return { status: 403, type: 'text/plain', body: 'this chain answers its own machine only' };
  }
  // A browser asks first whether a page may send what it wants to send.
  if (asked.method === 'OPTIONS') return { status: 200, type: 'text/plain', body: '' };
  const url = new URL(asked.target, 'http://localhost');
  // `getnodeinfo` is the one path of `/wallet` that java-tron serves on this port too.
  if (deps.serves === 'solidity' && !isSolidity(url) && url.pathname !== '/wallet/getnodeinfo') return notFound(url);
  if (url.pathname === '/') return { status: 200, type: 'text/html; charset=utf-8', body: deps.renderPage() };
  if (url.pathname.startsWith('/devchain/')) return answerControls(deps, asked, url);
  const foreign = await applyFaults(deps.node, url.pathname);
  if (foreign !== undefined) return foreign;
  if (deps.serves === 'full' && isSolidity(url)) return errorPage(405, 'Method Not Allowed', url);
  const cut = deps.node.faults.take('cut-answer', url.pathname) !== undefined;
  return { ...(await answerNode(deps, asked, url)), cut };
}

async function answerControls(deps: AnswerDeps, asked: Asked, url: URL): Promise<Reply> {
  try {
    const params = await readParams(asked, url);
    const result = await answerAdmin(deps, {
      method: asked.method,
      path: url.pathname,
      params,
    });
    return result === undefined ? notFound(url) : json(200, result);
  } catch (error) {
    if (error instanceof AdminError || error instanceof RequestError) return json(400, { error: error.message });
    throw error;
  }
}

async function answerNode({ core, node, serves }: AnswerDeps, asked: Asked, url: URL): Promise<Reply> {
  // Events are TronGrid's; a stock node has none.
  const events = serves === 'both' ? await answerEvents({ core, node }, url) : undefined;
  if (events !== undefined) return json(events.status, events.body);
  const endpoint = walletTable.get(url.pathname);
  if (endpoint === undefined) return notFound(url);
  try {
    const params: JsonObject = await readParams(asked, url);
    const visible = String(params['visible']) === 'true';
    const answer = await endpoint.handler({ core, node, view: endpoint.view, params, visible });
    if (!asksForText(asked, url) || !endpoint.knowsInt64AsText) return json(200, answer);
    return { status: 200, type: 'application/json', body: stringifyInt64AsText(answer) };
  } catch (error) {
    if (error instanceof RequestError) return json(200, error.toReply());
    throw error;
  }
}

/** 64-bit integers come as texts where a GET says so; bodies of a POST cannot. */
function asksForText({ method }: Asked, url: URL): boolean {
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
