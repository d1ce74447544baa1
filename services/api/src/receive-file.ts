import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DomainError, problem } from '@tern/contracts/problem';

export type ReceiveOptions = { readonly folder: string; readonly bytesMax: number };

/**
 * Writes a body down as it comes, so that it is never in memory as a whole, hands its file to `work`, and removes it whatever
 * happens. Throws `BODY_TOO_LARGE` as soon as it is, and `INPUT_INVALID` for one that ended before its end.
 */
export async function withReceivedFile<Result>(
  body: Readable,
  { folder, bytesMax }: ReceiveOptions,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, randomBytes(16).toString('hex'));
  try {
    await receive(body, file, bytesMax);
    return await work(file);
  } finally {
    await rm(file, { force: true });
  }
}

async function receive(body: Readable, file: string, bytesMax: number): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  let size = 0;
  try {
    // Left as it is where it is too large: on a broken connection nobody would read why.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > bytesMax) throw problem('BODY_TOO_LARGE');
      await handle.writeFile(chunk as Buffer);
    }
  } catch (error) {
    // Whoever sent it went away, or took longer than a request may.
    if (!(error instanceof DomainError) && body.errored !== null) throw problem('INPUT_INVALID', { fields: [] });
    throw error;
  } finally {
    await handle.close();
  }
}
