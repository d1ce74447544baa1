import { setTimeout as wait } from 'node:timers/promises';
import { stringify } from '../src/json/text.ts';

export type Json = Record<string, unknown>;

/** A Tron node under test, reached over HTTP only. */
export type Node = {
  readonly url: string;
  /** Posts JSON and reads the answer, whatever its status. */
  readonly post: (path: string, body?: Json) => Promise<Json>;
  readonly status: (path: string) => Promise<number>;
};

export type NodeOptions = {
  readonly url: string;
  /** For services that ask for one. */
  readonly apiKey?: string;
  /** Least time between two requests. Public services allow few. */
  readonly pauseMs?: number;
};

export function connectNode({ url, apiKey, pauseMs = 0 }: NodeOptions): Node {
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { 'TRON-PRO-API-KEY': apiKey }),
  };
  const base = url.replace(/\/+$/, '');
  return {
    url: base,
    post: async (path, body = {}) => {
      await wait(pauseMs);
      const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: stringify(body) });
      return (await response.json()) as Json;
    },
    status: async (path) => {
      await wait(pauseMs);
      return (await fetch(`${base}${path}`, { headers })).status;
    },
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
