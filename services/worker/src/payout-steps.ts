import { blockMsOf } from '@tern/config/block-ms';
import { stallLimitsOf } from '@tern/server/chain/chain-view/public';
import { sumOpenOrders } from '@tern/server/house/treasury/public';
import {
  broadcastPayouts,
  followPayouts,
  payoutDefaults,
  publishHotWallet,
  reportStuckPayouts,
  signPayouts,
  type PayoutDeps,
} from '@tern/server/money/payouts/public';
import { purgeDrafts, returnOverdueCases } from '@tern/server/money/transfers/public';
import { isPersonActive } from '@tern/server/people/accounts/public';
import type { WorkerStep } from './worker-step.ts';
import type { WorkerWorld } from './worker-world.ts';

/** Steps that pay approved withdrawals out. */
export function payoutSteps({ config, db, nodes, network, signer, log, stopping }: WorkerWorld): readonly WorkerStep[] {
  const deps: PayoutDeps = {
    db,
    chain: { nodes, contracts: network.contracts },
    signer,
    settings: {
      ...payoutDefaults,
      feeLimitMaxSun: config.signerFeeMaxTrx,
      stallLimits: stallLimitsOf({ blockMs: blockMsOf(config), confirmations: 19 }),
    },
    stopping,
    isPersonActive,
    sumTreasuryOutflows: (db, assetId) => sumOpenOrders(db, 'hot', assetId),
    report: (report) =>
      report.event === 'payout-waits'
        ? log.warn(report, 'a payment waits')
        : log.error(report, 'a payment needs attention'),
  };
  const overdue = { db, remembersAll: async () => (await signer.getHealth()).quarantine === undefined };
  return [
    { name: 'publish-hot-wallet', tick: () => publishHotWallet(deps), idleMs: 60_000 },
    { name: 'sign-payouts', flow: 'withdrawals', tick: () => signPayouts(deps, { limit: 20 }), idleMs: 500 },
    { name: 'broadcast-payouts', tick: () => broadcastPayouts(deps, { limit: 20 }), idleMs: 500 },
    { name: 'follow-payouts', tick: () => followPayouts(deps, { limit: 50 }), idleMs: 1_000, wakesOnChain: true },
    { name: 'report-stuck-payouts', tick: () => reportStuckPayouts(deps), idleMs: 2 * 60_000 },
    { name: 'return-overdue-cases', tick: () => returnOverdueCases(overdue, { limit: 20 }), idleMs: 60_000 },
    { name: 'purge-drafts', tick: () => purgeDrafts(db, { limit: 1_000 }), idleMs: 60 * 60_000 },
  ];
}
