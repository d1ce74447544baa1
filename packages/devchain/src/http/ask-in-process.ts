import { answerRequest, type AnswerDeps } from './answer-request.ts';

/** What `fetch` takes and gives, as far as it goes without a connection. */
export type AskInProcess = (
  url: string,
  init: { readonly method: string; readonly body: string; readonly signal?: AbortSignal },
) => Promise<{ readonly status: number; readonly body: AsyncIterable<Uint8Array> }>;

/**
 * Answers as the port of a URL does, without a connection: the same text, the same faults, and the same errors as of a
 * connection that breaks, is refused or is given up. `find` gives what the port of a URL answers from; undefined where
 * nothing listens (any more).
 */
export function createAskInProcess(find: (url: URL) => AnswerDeps | undefined): AskInProcess {
  return async (text, { method, body, signal }) => {
    const url = new URL(text);
    const deps = find(url);
    if (deps === undefined) throw failed('connect ECONNREFUSED');
    const asked = {
      method,
      target: `${url.pathname}${url.search}`,
      headers: { host: url.host },
      body: sent(body, signal),
    };
    const reply = await unlessAborted(answerRequest(deps, asked), signal);
    if (!('lost' in reply)) return { status: reply.status, body: bodyOf(reply.body, reply.cut === true) };
    if (reply.lost === 'break') throw failed('other side closed');
    return await unlessAborted(new Promise<never>(() => undefined), signal);
  };
}

/** What of a request is not read before its asker gives up never arrives. */
function* sent(text: string, signal: AbortSignal | undefined): Iterable<Buffer> {
  signal?.throwIfAborted();
  yield Buffer.from(text);
}

async function* bodyOf(text: string, cut: boolean): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text);
  yield cut ? bytes.subarray(0, bytes.length >> 1) : bytes;
  if (cut) throw new TypeError('terminated', { cause: new Error('other side closed') });
}

/** What comes first: the answer, or the asker's giving up. */
async function unlessAborted<Answer>(answer: Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
  if (signal === undefined) return await answer;
  signal.throwIfAborted();
  let giveUp: () => void = () => undefined;
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(signal.reason as Error);
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([answer, givenUp]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** As `fetch` tells that nothing came of a connection. */
function failed(why: string): TypeError {
  return new TypeError('fetch failed', { cause: new Error(why) });
}
