import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs the browser tests with their output on the terminal; returns the exit code. Playwright stops the installation it
 * started only when it is interrupted, so whatever ends this process interrupts it: no service is left running.
 */
export async function runPlaywright(
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn('playwright', ['test', '--config', 'tests/e2e/playwright.config.ts', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const interrupt = () => child.kill('SIGINT');
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  const [code] = (await once(child, 'exit')) as [number | null];
  for (const signal of signals) process.off(signal, interrupt);
  return code ?? 1;
}
