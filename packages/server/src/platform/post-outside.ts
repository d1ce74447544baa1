import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { lookupPublic } from '@tern/base/lookup-public';

const timeoutMs = 15_000;
const answerMaxBytes = 4_096;

/**
 * Posts to an address that somebody outside named, on a connection of its own, and returns the status that was answered. By
 * https only public addresses are reached: the one that is judged is the one that is connected to. A redirect is an answer like
 * any other. Of an answer's body 4 KiB are read and thrown away; all of it takes 15 seconds at most. Throws where nothing was
 * answered.
 */
export function postOutside(
  url: URL,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string | Buffer },
): Promise<number> {
  // Plain http is listed for this machine itself alone, by the settings.
  const isPlain = url.protocol === 'http:';
  return new Promise((resolve, reject) => {
    const asked = (isPlain ? httpRequest : httpsRequest)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
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
      resolve(answer.statusCode ?? 0);
    });
    asked.on('response', (answer) => {
      isAnswered = true;
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > answerMaxBytes) answer.destroy();
      });
      // How the body ends says nothing: the status was there before it.
      answer.on('error', () => undefined);
      answer.on('close', () => resolve(answer.statusCode ?? 0));
    });
    asked.end(body);
  });
}
