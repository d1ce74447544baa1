import type { TestModule } from 'vitest/node';
import type { TestRun } from './test-order.ts';

/** What happens on a busy machine without a mutant too: it proves nothing. */
const byTime =
  /\btimed out in \d+\s?ms\b|\b(?:statement|lock|transaction) timeout\b|timeout exceeded when trying to connect/;

/** What a test file that has run says against the mutant; undefined where it passed. */
export function describeFault(file: string, module: TestModule): Exclude<TestRun, { outcome: 'passed' }> | undefined {
  if (module.state() === 'passed') return undefined;
  const [failed] = module.children.allTests('failed');
  const errors = [
    ...module.errors(),
    ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ...(failed?.result().errors ?? []),
  ];
  const messages = errors.map(({ message }) => message);
  const by = `${file} › ${failed?.fullName ?? messages[0]?.split('\n')[0] ?? 'it did not run'}`;
  return { outcome: messages.some((text) => byTime.test(text)) ? 'timed-out' : 'failed', by };
}
