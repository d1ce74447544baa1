import { blockMsOf } from '@tern/config/block-ms';
import { feeAccountSettings } from '@tern/config/fee-account-settings';
import { hotSettings } from '@tern/config/hot-settings';
import { stallLimitsOf } from '@tern/server/chain/chain-view/public';
import { anchorStatement } from '@tern/server/house/liabilities/public';
import { reconcile } from '@tern/server/house/reconciliation/public';
import { planSweeps } from '@tern/server/house/sweeps/public';
import {
  adoptOrders,
  broadcastOrders,
  findShortAssets,
  followOrders,
  keepFeeAccount,
  keepHotLevel,
  reportStuckOrders,
  signOrders,
  treasuryDefaults,
  type TreasuryDeps,
  type TreasuryReport,
  type TreasurySettings,
} from '@tern/server/house/treasury/public';
import { endReturn, isReturnName, listKeyAlarms } from '@tern/server/money/deposits/public';
import { noteSignedBefore } from '@tern/server/money/transfers/public';
import type { Logger } from 'pino';
import { openPace } from './pace.ts';
import { sweepSettings } from './sweep-settings.ts';
import type { WorkerStep } from './worker-step.ts';
import type { WorkerWorld } from './worker-world.ts';

const minuteMs = 60_000;
/** A comparison with the chain is due this often; where it could not be made, with the next block. */
const reconcileEveryMs = 15_000;

/** Steps that keep the house's money where it should be, and look whether it is there. */
export async function treasurySteps(world: WorkerWorld): Promise<readonly WorkerStep[]> {
  const { config, clock, db, nodes, network, signer, log, stopping } = world;
  const accounts = await signer.getAccounts();
  const { contracts } = network;
  const deps: TreasuryDeps = {
    db,
    nodes,
    contracts,
    signer,
    accounts,
    settings: treasurySettings(config),
    endReturn,
    stopping,
    report: reportOnce(log),
  };
  const adopt = () => adoptOrders({ ...deps, signer, isReturn: isReturnName, noteSignedBefore });
  // Before anything is read or planned: what this database has lost is neither a stranger's doing nor still to be done.
  while ((await adopt()) > 0);
  const hot = hotSettings(config);
  const sweeps = { ...deps, settings: sweepSettings(config), findUrgent: () => findShortAssets(db.kysely, hot) };
  // Operators may enrol another cold address while the worker runs; a signer that is silent has not.
  let newest = accounts;
  const readAccounts = async () => (newest = await signer.getAccounts().catch(() => newest));
  const { isDue, restart } = openPace(clock, reconcileEveryMs);
  const compare = async (): Promise<number> => {
    if (!isDue()) return 0;
    const compared = await reconcile({
      db,
      nodes,
      accounts: await readAccounts(),
      contracts,
      depositsPerRound: 20,
      report: (report) =>
        report.event === 'deficit'
          ? log.fatal(report, 'less on chain than in the books: bonuses, rewards and swaps in this asset are paused')
          : log.warn(report, 'the reserves differ from the books'),
    });
    if (compared) restart();
    return 0;
  };
  // Nothing new is moved between addresses while one of them may be somebody else's.
  const unlessAlarmed = (tick: () => Promise<number>) => async (): Promise<number> =>
    (await listKeyAlarms(db.kysely)).length > 0 ? 0 : await tick();
  return [
    {
      name: 'keep-fee-account',
      tick: unlessAlarmed(() => keepFeeAccount(deps, feeAccountSettings(config))),
      idleMs: 15_000,
    },
    { name: 'plan-sweeps', tick: unlessAlarmed(() => planSweeps(sweeps, { limit: 20 })), idleMs: 2_000 },
    ...(isAnchored(config)
      ? [{ name: 'anchor-statement', tick: unlessAlarmed(() => anchorStatement({ db })), idleMs: 5_000 }]
      : []),
    { name: 'adopt-orders', tick: adopt, idleMs: 10_000 },
    { name: 'sign-orders', tick: () => signOrders(deps, { limit: 20 }), idleMs: 1_000 },
    { name: 'broadcast-orders', tick: () => broadcastOrders(deps, { limit: 20 }), idleMs: 1_000 },
    { name: 'follow-orders', tick: () => followOrders(deps, { limit: 50 }), idleMs: 1_000, wakesOnChain: true },
    {
      name: 'report-stuck-orders',
      tick: () => reportStuckOrders({ db, report: saysStuck(log) }),
      idleMs: 2 * minuteMs,
    },
    {
      name: 'keep-hot-level',
      tick: unlessAlarmed(async () => await keepHotLevel({ ...deps, accounts: await readAccounts() }, hot)),
      idleMs: minuteMs,
    },
    { name: 'reconcile', tick: compare, idleMs: 2_000, wakesOnChain: true },
  ];
}

/** On the local chain unless somebody says otherwise: elsewhere it costs the house money. */
function isAnchored({ anchorStatements, tronNetwork }: WorkerWorld['config']): boolean {
  return (anchorStatements ?? (tronNetwork === 'local' ? 'yes' : 'no')) === 'yes';
}

function treasurySettings(config: WorkerWorld['config']): TreasurySettings {
  const stallLimits = stallLimitsOf({ blockMs: blockMsOf(config), confirmations: 19 });
  return { ...treasuryDefaults, feeLimitMaxSun: config.signerFeeMaxTrx, stallLimits };
}

/** Says the same every time: it is not over. */
function saysStuck(log: Logger): (report: TreasuryReport) => void {
  return (report) => log.warn(report, 'an order of the treasury does not go on');
}

/** Reports that are remembered so as not to be said again; then they are all forgotten. */
const saidMax = 1_000;

/** Says the same about the same thing once. */
function reportOnce(log: Logger): (report: TreasuryReport) => void {
  const said = new Set<string>();
  return (report) => {
    const subject = JSON.stringify([report.event, report.orderId, report.assetId, report.detail]);
    if (said.has(subject)) return;
    if (said.size >= saidMax) said.clear();
    said.add(subject);
    if (report.event === 'order-needs-attention') log.error(report, 'a treasury order needs attention');
    else log.warn(report, 'treasury event');
  };
}
