import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestOrder, TestRun } from './test-order.ts';

export type TestRunner = {
  /** Throws where nothing can be said, because the process that runs tests did not work. */
  readonly run: (order: TestOrder, limitMs: number) => Promise<TestRun>;
  readonly stop: () => Promise<void>;
};

const script = fileURLToPath(new URL('./runner-process.ts', import.meta.url));

/** A process that runs database tests on the cluster at `clusterUrl`. It starts with the first order, and again after a limit. */
export function createTestRunner(
  root: string,
  options: { readonly folder: string; readonly clusterUrl: string },
): TestRunner {
  let child: ChildProcess | undefined;
  let complaint = '';
  const end = (): void => {
    endGroup(child?.pid);
    child = undefined;
  };
  const start = async (): Promise<ChildProcess> => {
    mkdirSync(options.folder, { recursive: true });
    const started = fork(script, [root, join(options.folder, 'cache')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // A group of its own, so that what tests start ends with it.
      detached: true,
      env: { ...ownEnvironment(), TERN_TEST_DATABASE_URL: options.clusterUrl },
    });
    complaint = '';
    started.stderr?.on('data', (text: Buffer) => (complaint += text.toString()));
    child = started;
    process.once('exit', end);
    await answerOf(started);
    return started;
  };
  const answerOf = async (asked: ChildProcess): Promise<unknown> => {
    const over = new AbortController();
    const { signal } = over;
    try {
      return await Promise.race([
        once(asked, 'message', { signal }).then(([answer]: unknown[]) => answer),
        once(asked, 'exit', { signal }).then(() => undefined),
      ]);
    } finally {
      over.abort();
    }
  };
  return {
    run: async (order, limitMs) => {
      const asked = child ?? (await start());
      let isOverdue = false;
      const timer = setTimeout(() => {
        isOverdue = true;
        end();
      }, limitMs);
      asked.send(order);
      const answer = (await answerOf(asked)) as TestRun | undefined;
      clearTimeout(timer);
      if (answer?.outcome === 'timed-out') end();
      if (answer !== undefined) return answer;
      if (isOverdue) return { outcome: 'timed-out', by: `all of ${order.files.length} test files` };
      end();
      throw new Error(`the process that runs tests ended:\n${complaint}`);
    },
    stop: async () => {
      const ended = child === undefined ? undefined : once(child, 'exit');
      end();
      process.off('exit', end);
      await ended;
    },
  };
}

/** Without what another test runner tells its own processes. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_OPTIONS$/.test(name)));
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
