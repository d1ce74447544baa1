import { setTimeout as wait } from 'node:timers/promises';
import { parse, stringify } from '../src/json/text.ts';

export type Json = Record<string, unknown>;

/** A Tron node under test, reached over HTTP only. */
export type Node = {
  /** Posts JSON and reads the answer, whatever its status. */
  readonly post: (path: string, body?: Json) => Promise<Json>;
  /** The same with a GET; `path` has the query. */
  readonly get: (path: string) => Promise<Json>;
  /** Of a GET. */
  readonly status: (path: string) => Promise<number>;
};

export type NodeOptions = {
  readonly url: string;
  /** Where the node serves `/walletsolidity`. A stock java-tron node has another port for it. Default: `url`. */
  readonly solidityUrl?: string;
  /** For services that ask for one. */
  readonly apiKey?: string;
  /** Least time between two requests. Public services allow few. */
  readonly pauseMs?: number;
};

/** Of an answer that is not understood. */
const shownChars = 100;
const solidityRoot = '/walletsolidity/';

export function connectNode({ url, solidityUrl = url, apiKey, pauseMs = 0 }: NodeOptions): Node {
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { 'TRON-PRO-API-KEY': apiKey }),
  };
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    await wait(pauseMs);
    const base = path.startsWith(solidityRoot) ? solidityUrl : url;
    return fetch(`${base.replace(/\/+$/, '')}${path}`, { headers, ...init });
  };
  const read = async (path: string, init?: RequestInit): Promise<Json> => {
    const response = await ask(path, init);
    const text = await response.text();
    try {
      return parse(text) as Json;
    } catch {
      throw new Error(`${path}: ${response.status} and no JSON but ${text.slice(0, shownChars)}`);
    }
  };
  return {
    post: (path, body = {}) => read(path, { method: 'POST', body: stringify(body) }),
    get: (path) => read(path),
    status: async (path) => (await ask(path)).status,
  };
}

const pollMs = 200;

/** Asks again until `ask` gives something, for `timeoutMs` at most. */
export async function until<Found>(timeoutMs: number, ask: () => Promise<Found | undefined>): Promise<Found> {
  const deadline = AbortSignal.timeout(timeoutMs);
  while (!deadline.aborted) {
    const found = await ask();
    if (found !== undefined) return found;
    await wait(pollMs);
  }
  throw new Error(`nothing within ${timeoutMs} ms`);
}
