import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../tools/command-line/run-command.ts';
import { parseOrder, readCount, UsageFault } from '../../tools/command-line/usage.ts';
import { ClusterRefused, findDebian } from './debian.ts';
import { faults } from './faults.ts';
import { keptTally, writePage } from './figures.ts';
import { ownFolder, runInOwnNamespaces } from './own-namespaces.ts';
import { runRounds, type RoundOptions } from './run-rounds.ts';

// Goal: whatever happens to the machines of the database, what was confirmed is in the books exactly once, and people
// write again soon. Method: a real cluster and the real processes on one machine, in networks of their own; faults drawn
// from a seed while people send, swap, deposit and read.
const usage = `Usage: npm run cluster -- [--root DIR] [--quick] [--times N] [--faults LIST] [--seed N] [--people N] [--tally FILE] [--trial] [--logs DIR]
       npm run cluster -- --page
  --root DIR     a Debian tree made by mmdebstrap with the programs; without it those of this machine
  --quick        one leader killed and one switchover, as a trial
  --times N      each fault so often, those in the tally included (default 5)
  --faults LIST  names with commas between: ${faults.map(({ name }) => name).join(', ')}
  --seed N       draws victims, moments and amounts (default: the time)
  --people N     who use the wallet meanwhile (default 4)
  --tally FILE   a line for each fault that was looked at; those in it count, so that a campaign goes on where it ended
                 (default: the tally of the repository, from which the page is written)
  --trial        counts from nothing, and leaves the tally as it is
  --logs DIR     keeps what Patroni, PostgreSQL, etcd, HAProxy and PgBouncer wrote
  --page         writes the figures of docs/operations/high-availability.md from the tally of the repository, and ends
`;

/** As `nice` has it; less is sooner. */
const precedence = -10;
const quickFaults = ['leader-killed', 'switchover'];

type Order = RoundOptions & { readonly root: string; readonly isPageAlone: boolean };

function readOrder(): Order {
  const { values } = parseOrder({
    options: {
      root: { type: 'string' },
      quick: { type: 'boolean' },
      times: { type: 'string' },
      faults: { type: 'string' },
      seed: { type: 'string' },
      people: { type: 'string' },
      tally: { type: 'string' },
      trial: { type: 'boolean' },
      logs: { type: 'string' },
      page: { type: 'boolean' },
    },
  });
  const all = faults.map(({ name }) => name);
  const names = values.faults?.split(',') ?? (values.quick === true ? quickFaults : all);
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new UsageFault(`there is no fault ${unknown}`);
  const isTrial = values.trial ?? values.quick ?? false;
  if (isTrial && values.tally !== undefined) throw new UsageFault('a trial has no tally');
  return {
    root: resolve(values.root ?? '/'),
    names,
    times: readCount('times', values.times, values.quick === true ? 1 : 5),
    seed: readCount('seed', values.seed, Date.now() % 1_000_000),
    people: readCount('people', values.people, 4),
    tallyFile: isTrial ? undefined : resolve(values.tally ?? keptTally),
    logsFolder: values.logs === undefined ? undefined : resolve(values.logs),
    isPageAlone: values.page === true,
  };
}

async function main(): Promise<number> {
  const order = readOrder();
  if (order.isPageAlone) {
    writePage();
    return 0;
  }
  const debian = findDebian(order.root);
  const folder = ownFolder();
  if (folder === undefined) {
    // Inherited by everything inside: what else the machine does would be measured too.
    setPriority(precedence);
    const code = await runInOwnNamespaces(fileURLToPath(import.meta.url));
    // Also after one that was broken off: its finished rounds count.
    if (order.tallyFile === keptTally) writePage();
    return code;
  }
  const violations = await runRounds(debian, folder, order);
  for (const violation of violations) process.stderr.write(`violation: ${violation}\n`);
  return violations.length > 0 ? 1 : 0;
}

await runCommand(main, { usage, Refused: ClusterRefused });
