import { join } from 'node:path';
import { aborted } from '@tern/base/drain';
import { stampOf } from './stamp-of.ts';
import { startSpare, type Spare } from './start-spare.ts';
import { watchFiles } from './watch-files.ts';

/** Printed when the file ended by itself with a fault. */
export const failedLine = '{"failed":true}';

/** When the next process is made ready after one serves, in milliseconds: others that restart too need the processors. */
const readyAgainMs = 2_000;
/** What every installation of packages changes: who loaded the former ones is of no use any more. */
const installed = join(import.meta.dirname, '../../../node_modules/.package-lock.json');

type Prepared = { readonly spare: Spare; readonly isFresh: () => boolean };

/**
 * Runs a file, and runs it anew whenever a file changes that it imports, by whatever way round. A process that has loaded what
 * the file imports stands ready for that, so that only what changed is loaded then, and what imports it. After a fault it waits
 * for the next change. Resolves when it was told to stop and nothing runs any more.
 */
export async function watchProcess(file: string, stop: AbortSignal): Promise<void> {
  const files = watchFiles();
  files.add([[installed, stampOf(installed)]]);
  const modules = new Set<string>();
  const stopped = aborted(stop);
  let waiting: Prepared | undefined;
  let timer: NodeJS.Timeout | undefined;

  const prepare = (): Prepared => {
    const packages = stampOf(installed);
    const spare = startSpare(file, {
      imports: (imports) => {
        files.add(imports.files);
        for (const url of imports.modules) modules.add(url);
      },
      ready: () => {
        clearTimeout(timer);
        timer = setTimeout(() => (waiting ??= prepare()), readyAgainMs);
      },
    });
    spare.load([...modules]);
    return { spare, isFresh: () => !spare.hasExited() && stampOf(installed) === packages };
  };
  const take = (): Prepared => {
    const taken = waiting;
    waiting = undefined;
    if (taken?.isFresh() === true) return taken;
    taken?.spare.kill();
    return prepare();
  };

  while (!stop.aborted) {
    const renewed = Promise.race([files.changed(), stopped]).then(() => 'renewed' as const);
    const { spare } = take();
    spare.run();
    const code = await Promise.race([spare.exited, renewed]);
    if (code !== 0 && code !== 'renewed') process.stdout.write(`${failedLine}\n`);
    await renewed;
    await spare.stop();
    clearTimeout(timer);
  }
  waiting?.spare.kill();
  files.close();
}
