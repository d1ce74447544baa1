import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How long a runner that was told to end has to stop what it started. */
const stoppingMs = 20_000;

/**
 * Runs vitest with its output on the terminal; returns its exit code, or undefined where it was ended after `limitMs`. It has
 * a process group of its own, because a test that blocks its process is ended by nothing but a kill of the whole group.
 */
export async function runVitest(
  root: string,
  args: readonly string[],
  { limitMs, env }: { readonly limitMs: number; readonly env: Readonly<Record<string, string>> },
): Promise<number | undefined> {
  const child = spawn('vitest', ['run', ...args], {
    cwd: root,
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch (error) {
      // The last of the group has ended meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, kill);
  let isOver = false;
  let force: NodeJS.Timeout | undefined;
  const limit = setTimeout(() => {
    isOver = true;
    kill('SIGTERM');
    force = setTimeout(() => kill('SIGKILL'), stoppingMs);
  }, limitMs);
  const [code] = await ended;
  clearTimeout(limit);
  clearTimeout(force);
  for (const signal of signals) process.off(signal, kill);
  if (!isOver) return code ?? 1;
  kill('SIGKILL');
  return undefined;
}
