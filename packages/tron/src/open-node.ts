import { assert } from '@tern/base/assert';
import { NodeFault } from './node-fault.ts';

/** Which head a question is answered from: `solid` is irreversible, `head` may still be reorganised away. */
export type ChainView = 'solid' | 'head';

/** A Tron node reached over its HTTP API. Its operations live in a file each and take it as first argument. */
export type TronNode = {
  /** Name for logs and proofs: the host, never a key. */
  readonly name: string;
  /**
   * One question. Returns the parsed JSON; whole numbers beyond 2^53 arrive as bigint.
   * @throws NodeFault
   */
  readonly ask: (path: string, body: Readonly<Record<string, unknown>>) => Promise<unknown>;
};

export type NodeOptions = {
  /** Root of the API, for example `http://localhost:8090`; serves `/wallet`. */
  readonly url: string;
  /** Root that serves `/walletsolidity`, for example `http://localhost:8091`. Default: `url` serves both, as TronGrid does. */
  readonly solidityUrl?: string;
  readonly timeoutMs: number;
  /** Sent with every question where given. */
  readonly apiKey?: string;
  /** Name of the header that carries `apiKey`. Default: `TRON-PRO-API-KEY`. */
  readonly apiKeyHeader?: string;
  /** Who carries the questions. Default: the platform's `fetch`. */
  readonly fetch?: Carry;
};

/** The part of `fetch` that a node needs. */
export type Carry = (
  url: string,
  init: {
    readonly method: 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly signal: AbortSignal;
    readonly redirect: 'error';
  },
) => Promise<{ readonly status: number; readonly body: AsyncIterable<Uint8Array> | null }>;

/** No honest answer is larger: a full block of 2 MB is about 12 MB as JSON. */
const replyBytesMax = 64 * 1024 * 1024;

/**
 * Makes a client of one Tron node. It asks nothing yet. Each question is one POST that is not repeated, and takes at
 * most `timeoutMs`; redirects are not followed, and an answer of more than 64 Mi characters is refused. How a question
 * can fail is the `kind` of the `NodeFault`. The API is Tron's own:
 * https://developers.tron.network/reference/solidity-node-http-api-overview.
 *
 * @throws AssertionFault where the URL is none.
 * @example
 * const node = openNode({ url: chain.url, timeoutMs: 10_000 });
 * node.name; // → `127.0.0.1:${chain.port}`
 * (await getHeadBlock(node)).number; // → chain.info().height
 * const twoPorts = openNode({ url: chain.url, solidityUrl: chain.solidityUrl, timeoutMs: 10_000 });
 * (await getSolidBlock(twoPorts)).number; // → chain.info().solidHeight
 * const away = openNode({ url: 'http://127.0.0.1:1', timeoutMs: 10_000 });
 * await getHeadBlock(away); // throws NodeFault('unavailable')
 */
export function openNode(options: NodeOptions): TronNode {
  const { timeoutMs, apiKey, apiKeyHeader = 'TRON-PRO-API-KEY', fetch = globalThis.fetch } = options;
  const root = rootOf(options.url);
  const solidityRoot = options.solidityUrl === undefined ? root : rootOf(options.solidityUrl);
  const name = new URL(root).host;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey === undefined ? {} : { [apiKeyHeader]: apiKey }),
  };
  return {
    name,
    ask: async (path, body) => {
      const at = { node: name, path };
      const signal = AbortSignal.timeout(timeoutMs);
      let status: number;
      let text: string;
      try {
        // Redirects are refused: a node that moves is a setting to change, not a place to follow blindly.
        const response = await fetch(`${path.startsWith('/walletsolidity/') ? solidityRoot : root}${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          signal,
          redirect: 'error',
        });
        status = response.status;
        text = await readText(response.body);
      } catch (error) {
        if (signal.aborted) throw new NodeFault('timeout', at, `no answer in ${timeoutMs} ms`);
        throw new NodeFault('unavailable', at, describe(error));
      }
      if (status === 429 || text.includes('lack of computing resources'))
        throw new NodeFault('throttled', at, String(status));
      if (status !== 200) throw new NodeFault('unavailable', at, `status ${status}`);
      const reply = parseReply(text, at);
      // Tron answers 200 with an `Error` member for what other servers answer 4xx and 5xx.
      if (isErrorReply(reply)) throw new NodeFault('refused', at, reply.Error.slice(0, 300));
      return reply;
    },
  };
}

function rootOf(url: string): string {
  assert(URL.canParse(url), 'a node needs a URL');
  return url.replace(/\/+$/, '');
}

async function readText(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > replyBytesMax) throw new Error('answer too large');
  }
  return text + decoder.decode();
}

function parseReply(text: string, at: { node: string; path: string }): unknown {
  try {
    return longNumber.test(text) ? JSON.parse(text, keepWholeNumbers) : JSON.parse(text);
  } catch {
    throw new NodeFault('malformed', at, `not JSON: ${text.slice(0, 80)}`);
  }
}

/** A number of 16 digits or more begins so; text in quotes never does. Looking at every value costs more than parsing. */
const longNumber = /(?:^|[:,[])\s*-?\d{16}/;

/** Amounts may exceed 2^53 sun; `JSON.parse` alone would round them silently. */
const keepWholeNumbers = ((_key: string, value: unknown, context: { readonly source?: string }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source ?? '')
    ? BigInt(context.source ?? '')
    : value) as (key: string, value: unknown) => unknown;

function isErrorReply(reply: unknown): reply is { Error: string } {
  return typeof reply === 'object' && reply !== null && 'Error' in reply && typeof reply.Error === 'string';
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'connection failed';
  return error.cause instanceof Error ? error.cause.message : error.message;
}
