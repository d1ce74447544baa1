import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processEnv } from '@tern/testkit/process-env';
import type { DistributeTask } from './distribute-and-die.ts';

/**
 * For tests: does what there is to do in a process of its own, killed at `crashAt`; `env` adds to its surroundings. Returns
 * the signal that ended it, or its exit code.
 */
export async function runDistribution(
  task: DistributeTask,
  crashAt = '',
  env: Readonly<Record<string, string>> = {},
): Promise<string | number> {
  const script = fileURLToPath(new URL('./distribute-and-die.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    env: processEnv({ TERN_CRASH_AT: crashAt, ...env }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code ?? -1;
}
