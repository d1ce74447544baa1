import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Replacement } from './replace-source.ts';

/** What the configuration of the runner is told. */
export type TestOrder = {
  readonly files: readonly string[];
  readonly replacement?: Replacement;
  readonly cache: string;
};

export type TestRun =
  | { readonly outcome: 'passed'; readonly seconds: ReadonlyMap<string, number> }
  | { readonly outcome: 'failed'; readonly by: string }
  | { readonly outcome: 'timed-out'; readonly by: string };

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

/**
 * Runs database tests in this order until the first fails, on the cluster at `clusterUrl`. Throws where nothing can be
 * said, because the runner itself did not work.
 */
export async function runTests(
  root: string,
  {
    folder,
    clusterUrl,
    limitMs,
    ...order
  }: Omit<TestOrder, 'cache'> & { readonly folder: string; readonly clusterUrl: string; readonly limitMs: number },
): Promise<TestRun> {
  mkdirSync(folder, { recursive: true });
  const [orderFile, report] = [join(folder, 'order.json'), join(folder, 'report.json')];
  rmSync(report, { force: true });
  writeFileSync(orderFile, JSON.stringify({ ...order, cache: join(folder, 'cache') } satisfies TestOrder));
  const args = ['run', '--config', 'tools/mutate/vitest.config.ts', '--reporter=json', `--outputFile=${report}`];
  const child = spawn('vitest', [...args, ...order.files], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    env: { ...ownEnvironment(), TERN_TEST_DATABASE_URL: clusterUrl, TERN_MUTATE_ORDER: orderFile },
  });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
  const end = endGroup(child.pid);
  const timer = setTimeout(end, limitMs);
  const stop = (): void => end();
  process.once('exit', stop);
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const [code] = await exit;
  clearTimeout(timer);
  process.off('exit', stop);
  // A process that a failed test left behind is of the same group.
  end();
  if (existsSync(report)) return readReport(root, JSON.parse(readFileSync(report, 'utf8')) as Report);
  if (code === null) return { outcome: 'timed-out', by: `all of ${order.files.length} test files` };
  throw new Error(`the test runner wrote no report:\n${complaint}`);
}

/** Without what another test runner tells its own processes. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_OPTIONS$/.test(name)));
}

function endGroup(pid: number | undefined): () => void {
  return () => {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
}

function readReport(root: string, { testResults }: Report): TestRun {
  if (testResults.length === 0) throw new Error('the test runner ran no file');
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.find((test) => test.status === 'failed');
    if (failed === undefined && status !== 'failed') continue;
    const messages = [message ?? '', ...(failed?.failureMessages ?? [])];
    const by = `${relative(root, name)} › ${failed?.fullName ?? (message ?? '').split('\n')[0] ?? ''}`;
    // On a busy machine this happens without a mutant too, so it proves nothing.
    if (messages.some((text) => /\btimed out in \d+\s?ms\b/.test(text))) return { outcome: 'timed-out', by };
    return { outcome: 'failed', by };
  }
  return {
    outcome: 'passed',
    seconds: new Map(
      testResults.map(({ name, startTime, endTime }) => [relative(root, name), (endTime - startTime) / 1000]),
    ),
  };
}
