import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const start = new URL('../start.ts', import.meta.url).pathname;

/**
 * Starts the signer's process; whoever calls ends it, also where it does not get ready: `onSpawn` is told of it at once. Resolves
 * with its first line; rejects with what it said where it ends before.
 */
export async function spawnSigner(
  env: Readonly<Record<string, string>>,
  onSpawn: (child: ChildProcess) => void,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [start], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onSpawn(child);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(errors))),
  ]);
  return child;
}
