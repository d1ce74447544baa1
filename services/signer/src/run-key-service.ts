import { once } from 'node:events';
import { openConfirmedKeys } from '@tern/signer/open-confirmed-keys';
import { serveKeys } from '@tern/signer/serve-keys';
import type { SeedSettings } from '@tern/signer/settings';

/** Holds the keys of the sealed seed for a signer in another process, until the command is ended. */
export async function runKeyService(settings: SeedSettings, socketPath: string): Promise<number> {
  // Node opens its debugger on this signal; through it all keys could be read.
  process.on('SIGUSR1', () => undefined);
  const keys = openConfirmedKeys(settings);
  const server = await serveKeys(keys, socketPath);
  process.stdout.write(
    `Hot wallet: ${keys.addressAt({ purpose: 'hot', index: 0 })}\nServing at ${socketPath}. Ctrl-C ends it.\n`,
  );
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await server.close();
  keys.close();
  return 0;
}
