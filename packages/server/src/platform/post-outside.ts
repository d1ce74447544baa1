import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { lookupPublic } from '@tern/base/lookup-public';

const timeoutMs = 15_000;
const answerMaxBytes = 4_096;

/** What is posted. `timeoutMs`: how long all of it may take, answer and body too; 15 seconds where nothing is said. */
type Post = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly timeoutMs?: number;
};

/** A status, and the body that came with it; null where it was longer than 4 KiB or broke off. */
export type OutsideAnswer = { readonly status: number; readonly body: Buffer | null };

/**
 * Posts to an address that somebody outside named, on a connection of its own, and returns what was answered. By https only
 * public addresses are reached: the one that is judged is the one that is connected to. A redirect is an answer like any other.
 * Throws where nothing was answered in time.
 */
export function exchangeOutside(url: URL, { headers, body, ...post }: Post): Promise<OutsideAnswer> {
  // Plain http is listed for this machine itself alone, by the settings.
  const isPlain = url.protocol === 'http:';
  return new Promise((resolve, reject) => {
    const asked = (isPlain ? httpRequest : httpsRequest)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      agent: false,
      signal: AbortSignal.timeout(post.timeoutMs ?? timeoutMs),
      ...(isPlain ? {} : { lookup: lookupPublic }),
    });
    asked.on('error', reject);
    // Without an answer and without an error nobody would be told of the end.
    let isAnswered = false;
    asked.on('close', () => {
      if (!isAnswered) reject(new Error('the connection ended without an answer'));
    });
    // Whoever wants to speak another protocol has answered, and no other is spoken.
    asked.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, body: null });
    });
    asked.on('response', (answer) => {
      isAnswered = true;
      void readBody(answer).then((found) => resolve({ status: answer.statusCode ?? 0, body: found }));
    });
    asked.end(body);
  });
}

/** As `exchangeOutside`; the status alone, however the body ends. */
export async function postOutside(url: URL, post: Post): Promise<number> {
  return (await exchangeOutside(url, post)).status;
}

function readBody(answer: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > answerMaxBytes) answer.destroy();
    });
    answer.on('error', () => undefined);
    answer.on('close', () => resolve(answer.complete && bytes <= answerMaxBytes ? Buffer.concat(chunks) : null));
  });
}
