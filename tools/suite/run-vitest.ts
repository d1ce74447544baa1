import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** How long a runner that was told to end has to stop what it started. */
const stoppingMs = 20_000;
/** How long it may take to end once its report is written: a process that a failed test left behind holds it for ever. */
const leavingMs = 60_000;
const lookMs = 1_000;

/**
 * Runs vitest with its output on the terminal; returns its exit code, or undefined where it was ended after `limitMs` without
 * a report. It has a process group of its own, because neither a test that blocks its process nor a process that a test left
 * behind is ended by anything but a kill of the whole group.
 */
export async function runVitest(
  root: string,
  args: readonly string[],
  {
    limitMs,
    report,
    env,
  }: { readonly limitMs: number; readonly report: string; readonly env: Readonly<Record<string, string>> },
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
  let left = Math.ceil(limitMs / lookMs);
  const looks = setInterval(() => {
    left -= 1;
    if (existsSync(report)) left = Math.min(left, leavingMs / lookMs);
    if (left === 0) kill('SIGTERM');
    if (left === -stoppingMs / lookMs) kill('SIGKILL');
  }, lookMs);
  const [code] = await ended;
  clearInterval(looks);
  for (const signal of signals) process.off(signal, kill);
  kill('SIGKILL');
  return left > 0 || existsSync(report) ? (code ?? 1) : undefined;
}
