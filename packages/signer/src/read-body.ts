import type { IncomingMessage } from 'node:http';
import { SignerRefusal } from '@tern/tron/signer-fault';

/**
 * Reads to the end even where the body is too large, so that the sender hears the answer; what is too much is dropped.
 * @throws SignerRefusal `malformed` above `bytesMax`
 */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bytesMax) chunks.push(chunk);
  }
  if (size > bytesMax) throw new SignerRefusal('malformed', 'body too large');
  return Buffer.concat(chunks).toString('utf8');
}
