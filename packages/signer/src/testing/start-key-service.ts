import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TronAddress } from '@tern/tron/address';

/** A key service over the seed in this folder, as a process of its own; it says `feeAddress` for the fee account, where one is given. */
export async function startKeyService(directory: string, feeAddress?: TronAddress) {
  const socketPath = join(directory, 'keys.sock');
  const child = spawn(
    process.execPath,
    [new URL('serve-test-keys.ts', import.meta.url).pathname, directory, socketPath, feeAddress ?? ''],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {},
    },
  );
  await once(child.stdout, 'data');
  return {
    socketPath,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
