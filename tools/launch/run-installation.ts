import { join } from 'node:path';
import { consoleUrl, publicUrl } from '@tern/config/addresses';
import { createMissingSecrets } from '@tern/config/create-secrets';
import type { ProcessPlan } from '@tern/installation/child-process';
import { fundTreasury } from '@tern/installation/fund-treasury';
import { removeRunFile, stopLeftovers, writeRunFile } from '@tern/installation/leftovers';
import { withLocalContracts } from '@tern/installation/local-contracts';
import { findTakenPorts } from '@tern/installation/ports';
import {
  helpersOf,
  planDevchain,
  planProcess,
  runFileOf,
  wantedPorts,
  type Installation,
} from '@tern/installation/processes';
import { startProgress } from '@tern/installation/progress';
import { buildPages } from './build-pages.ts';
import { openInstallationDatabase, type OpenedDatabase } from './database.ts';
import { inviteFirstOperators } from './invite-first-operators.ts';
import { namesToStart, type NameToStart } from './names-to-start.ts';
import { planPages, portsBehind, settingsBehind, watched } from './run-from-sources.ts';
import type { RunMode, RunOrder } from './run-order.ts';
import { showFirstSteps } from './show-first-steps.ts';
import type { StopSignals } from './stop-signals.ts';
import { createSupervisor, type Supervisor } from './supervise.ts';

const readyTimeoutMs = 60_000;
const stopTimeoutMinMs = 15_000;

type Started = { readonly supervisor: Supervisor; database?: OpenedDatabase };

/**
 * Brings a whole installation up, keeps it up until a stop signal, and takes it down in order: console, api, worker, signer,
 * relay, inbox, chain, database. Resolves with the exit code; throws with a sentence for the person when it cannot come up.
 */
export async function runInstallation(
  installation: Installation,
  signals: StopSignals,
  order: RunOrder,
): Promise<number> {
  const runFile = runFileOf(installation);
  const stopTimeoutMs = stopTimeoutOf(installation);
  const left = await stopLeftovers(runFile, stopTimeoutMs);
  if (left > 0) console.log(`Stopped ${left} processes of an earlier start that did not end in order.`);
  const taken = await findTakenPorts([
    ...wantedPorts(installation),
    ...(order.mode === 'built' ? [] : portsBehind(installation)),
  ]);
  if (taken.length > 0) throw new Error(taken.join('\n'));

  writeRunFile(runFile, []);
  const supervisor = createSupervisor({
    say: (line) => console.log(line),
    onChange: (pids) => writeRunFile(runFile, pids),
    readyTimeoutMs,
    stopTimeoutMs,
  });
  const started: Started = { supervisor };
  signals.force.addEventListener('abort', () => endAtOnce(started));
  try {
    const stopped = aborted(signals.stop);
    if ((await Promise.race([bringUp(installation, started, order), stopped])) !== 'stopped') {
      await Promise.race([stopped, supervisor.failed, openPromotion(installation, started, signals.stop)]);
    }
    return 0;
  } finally {
    await takeDown(started);
    removeRunFile(runFile);
  }
}

/** A process ends by itself before it is ended by force. */
function stopTimeoutOf({ config }: Installation): number {
  return Math.max(stopTimeoutMinMs, (config.drainSeconds + config.drainLimitSeconds + 3) * 1_000);
}

async function bringUp(described: Installation, started: Started, { mode, withoutApi }: RunOrder): Promise<'up'> {
  const { config, root, given, secretsDir } = described;
  if (config.ternProfile !== 'production') {
    const made = createMissingSecrets(secretsDir, given);
    if (made.length > 0) console.log(`✓ Made ${made.length} secrets in ${secretsDir}`);
  }
  if (mode === 'built') {
    await buildPages(root);
  }
  const database = await openInstallationDatabase(described);
  started.database = database;
  const start = starterOf(started, mode);
  const helpers = helpersOf(config);
  if (helpers.devchain) await start(planDevchain(described));
  const installation = helpers.devchain ? { ...described, given: await withLocalContracts(given, config) } : described;
  const behind = (app: 'web' | 'console') => (mode === 'built' ? {} : settingsBehind(installation, app));
  const plans: Readonly<Record<NameToStart, () => ProcessPlan>> = {
    inbox: () => planProcess(installation, 'inbox'),
    relay: () => planProcess(installation, 'relay'),
    signer: () => planProcess(installation, 'signer'),
    worker: () => planProcess(installation, 'worker', database.address),
    api: () => planProcess(installation, 'api', { ...database.address, ...behind('web') }),
    console: () => planProcess(installation, 'console', { ...database.address, ...behind('console') }),
    'web pages': () => planPages(installation, 'web'),
    'console pages': () => planPages(installation, 'console'),
  };
  for (const name of namesToStart({ mode, withoutApi }, helpers)) await start(plans[name]());
  console.log(`\n${addresses(installation)}\n`);
  if (withoutApi) console.log('  The API does not run: the wallet has no page, and nobody can log in or spend.\n');
  if (mode === 'from-sources')
    console.log('  A change of the sources takes effect at once, and a new migration at the next start.\n');
  const invitations = await inviteFirstOperators(installation, database.urls.console);
  if (invitations !== undefined)
    console.log(
      `  The first two operators of the console enrol their passkeys. ${invitations.replaceAll('\n', '\n  ')}\n` +
        '  Two custodians each make a break-glass code, alone: npm run operator -- custodian NAME\n',
    );
  if (!helpers.devchain) {
    const steps = await showFirstSteps(installation, database.urls.worker);
    if (steps !== undefined)
      console.log(
        `  First steps, also in the console and with npm run operator -- first-steps:\n\n  ${steps.replaceAll('\n', '\n  ')}\n`,
      );
  }
  return 'up';
}

/** Starts processes one after the other with the progress shown. */
function starterOf({ supervisor }: Started, mode: RunMode): (plan: ProcessPlan) => Promise<void> {
  return async (plan) => {
    const progress = startProgress(`Starting ${plan.name}`);
    try {
      await supervisor.start(mode === 'built' ? plan : watched(plan, (line) => console.log(line)));
      progress.done();
    } catch (error) {
      progress.failed();
      throw error;
    }
  };
}

/** Never resolves: the installation runs on whether this succeeds or not, and the person is told either way. */
async function openPromotion(installation: Installation, { database }: Started, signal: AbortSignal): Promise<never> {
  if (database !== undefined && helpersOf(installation.config).devchain) {
    try {
      const done = await fundTreasury(installation, database.urls, signal);
      if (done === 'funded') console.log('  The treasury has its test money and the activation bonus is open.\n');
    } catch (error) {
      if (!signal.aborted)
        console.log(`  The treasury is not funded: ${String(error)}\n  The next start tries again.\n`);
    }
  }
  return await new Promise<never>(() => undefined);
}

function addresses({ config, dataDir }: Installation): string {
  const wallet = publicUrl(config);
  const helpers = helpersOf(config);
  const rows = [
    ['Wallet', wallet],
    ...(helpers.inbox ? [['Mails and text messages', `${wallet}/dev/inbox`]] : []),
    ['Operator console', `${consoleUrl(config)}/console`],
    ['API reference', `${wallet}/api/docs`],
    ['Health', `${wallet}/api/health`],
    ...(helpers.devchain ? [['Local chain', `http://localhost:${config.devchainPort}`]] : []),
    ['Logs', join(dataDir, 'logs')],
  ] as const;
  const lines = rows.map(([what, where]) => `  ${(what ?? '').padEnd(24)} ${where}`);
  return [...lines, '', '  Ctrl-C stops everything; the data stays.'].join('\n');
}

async function takeDown({ supervisor, database }: Started): Promise<void> {
  const progress = startProgress('Stopping');
  await supervisor.stop();
  await database?.stop();
  progress.done();
}

function endAtOnce({ supervisor }: Started): void {
  supervisor.kill();
  console.log('\nStopped immediately. The next start repairs what was interrupted.');
  process.exit(1);
}

async function aborted(signal: AbortSignal): Promise<'stopped'> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return 'stopped';
}
