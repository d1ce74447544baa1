import { once } from 'node:events';
import { openFileKeys } from '@tern/signer/open-file-keys';
import { serveKeys } from '@tern/signer/serve-keys';
import type { SignerSettings } from '@tern/signer/settings';

/** Holds the keys of the sealed seed for a signer in another process, until the command is ended. It opens no store. */
export async function runKeyService(settings: SignerSettings, socketPath: string): Promise<number> {
  // Node opens its debugger on this signal; through it all keys could be read.
  process.on('SIGUSR1', () => undefined);
  const keys = openFileKeys(settings);
  const server = await serveKeys(keys, socketPath);
  process.stdout.write(
    `Hot wallet: ${keys.addressAt({ purpose: 'hot', index: 0 })}\nServing at ${socketPath}. Ctrl-C ends it.\n`,
  );
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await server.close();
  keys.close();
  return 0;
}
