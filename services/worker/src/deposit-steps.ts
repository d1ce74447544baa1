import { blockMsOf } from '@tern/config/block-ms';
import { findPrice } from '@tern/server/chain/prices/public';
import { listTreasuryTransactionsAmong } from '@tern/server/house/treasury/public';
import {
  askAboutDeposits,
  releaseOverdueDeposits,
  urgencyOf,
  listOverdue,
  singleNodeLimits,
  openInternalWatch,
  openNodeSilence,
  proveSuspended,
  proveTokens,
  readBlocks,
  recogniseOutflows,
  sampleTokens,
  settleSuspense,
  watchHead,
  type DepositReport,
  type ReadBlocksDeps,
} from '@tern/server/money/deposits/public';
import { listPayoutsAmong } from '@tern/server/money/payouts/public';
import { payQueuedBonuses } from '@tern/server/money/promotions/public';
import {
  auditAddresses,
  fillAddressPool,
  openAddressFilter,
  openAffirmations,
  type Affirmations,
  type FillAddressPoolDeps,
} from '@tern/server/people/wallets/public';
import { getAddress } from '@tern/tron/address';
import { openCatchUp } from './catch-up.ts';
import type { WorkerStep } from './worker-step.ts';
import type { WorkerWorld } from './worker-world.ts';

const minuteMs = 60_000;
const sampleMs = 10_000;
/** A node that says nothing for so long is dead, and small deposits are credited on the word of the other. */
const nodePatienceMs = minuteMs;

/** Steps that bring money in, and the addresses it comes to. */
export function depositSteps(world: WorkerWorld): readonly WorkerStep[] {
  const catchUp = openCatchUp(world);
  const affirmations = openAffirmations({
    db: world.db,
    verifyAddresses: (asked) => world.signer.verifyAddresses(asked.map((each) => ({ purpose: 'deposit', ...each }))),
    onDisowned: ({ index }) =>
      world.log.fatal({ index }, 'a deposit address in the database is not the one the signer derived'),
  });
  const given = { ...readBlocksDeps(world, affirmations), progress: catchUp.follow };
  const showsInternal = openInternalWatch({
    network: world.config.tronNetwork,
    nodes: world.nodes,
    clock: world.clock,
  });
  const overdue = openOverdueWatch(world);
  const pool = addressPoolDeps(world);
  const audit = auditDeps(world, affirmations);
  // Half a block at most between a new block and its appearance on the screens.
  const followMs = Math.min(1_000, Math.ceil(blockMsOf(world.config) / 2));
  const bonuses = {
    db: world.db,
    dailyBudget: world.config.bonusDailyBudget,
    closedCountries: world.config.incentivesClosedIn,
    countryCorrectionMinutes: world.config.countryCorrectionMinutes,
  };
  return [
    {
      name: 'watch-head',
      // Asked each time: a node's configuration may change while the worker runs.
      tick: async () => watchHead({ ...given, trxFromContracts: await showsInternal() }, { limit: 50 }),
      idleMs: followMs,
    },
    {
      name: 'read-blocks',
      flow: 'deposits',
      tick: () => readBlocks(given, { limit: 1_000 }),
      idleMs: followMs,
      wakesOnChain: true,
      details: catchUp.state,
    },
    { name: 'sample-tokens', tick: () => sampleTokens(sampleDeps(world, given), { limit: 5 }), idleMs: sampleMs },
    {
      name: 'prove-tokens',
      tick: () => proveSuspended(sampleDeps(world, given), { limit: 50 }),
      idleMs: followMs,
      wakesOnChain: true,
    },
    { name: 'settle-suspense', flow: 'deposits', tick: () => settleSuspense(given, { limit: 100 }), idleMs: 2_000 },
    ...heldSteps(world, given),
    { name: 'recognise-outflows', tick: () => recogniseOutflows(given), idleMs: 10_000 },
    { name: 'watch-quarantine', tick: overdue.tick, idleMs: minuteMs, details: overdue.state },
    { name: 'fill-address-pool', tick: () => fillAddressPool(pool, { limit: 100 }), idleMs: 2_000 },
    { name: 'audit-addresses', tick: () => auditAddresses(audit(), { limit: 500 }), idleMs: minuteMs },
    {
      name: 'pay-queued-bonuses',
      flow: 'rewards',
      tick: () => payQueuedBonuses(bonuses, { limit: 100 }),
      idleMs: 5_000,
    },
  ];
}

/** What ends the holds of deposits whose senders are checked. */
function heldSteps({ config, db }: WorkerWorld, given: ReadBlocksDeps): readonly WorkerStep[] {
  return [
    {
      name: 'ask-about-deposits',
      tick: () => askAboutDeposits(given, { limit: 20 }),
      idleMs: Math.min(1_000, blockMsOf(config)),
      wakesOnChain: true,
    },
    { name: 'release-overdue-deposits', tick: () => releaseOverdueDeposits(db, { limit: 50 }), idleMs: minuteMs },
  ];
}

export function addressPoolDeps({ db, config, signer }: WorkerWorld): FillAddressPoolDeps {
  return { db, keepFree: config.addressPoolFree, listAddresses: signer.listAddresses };
}

function readBlocksDeps(world: WorkerWorld, affirmations: Affirmations): ReadBlocksDeps {
  const { config, db, nodes, network, hotAddress, log } = world;
  const shared = config.bonusSharedSources.map(getAddress);
  const sources = config.treasurySources.map(getAddress);
  const houseAddresses = new Set([hotAddress]);
  const tokens: ReadBlocksDeps['tokens'] = new Map([
    [network.contracts.usdt, 'usdt'],
    [network.contracts.reward, 'reward'],
  ]);
  const asking = sampleDeps(world, { tokens, houseAddresses });
  return {
    db,
    nodes,
    // The local chain is ours from its first block on; elsewhere no address of ours is older than the installation.
    startAt: config.tronNetwork === 'local' ? 'first-block' : 'solid-head',
    report: (report) => logReport(log, report),
    proveTokens: (blocks, solid, node) => proveTokens({ ...asking, node }, blocks, solid),
    affirmAddresses: affirmations.affirm,
    singleNode: { ...singleNodeLimits, silence: openNodeSilence({ clock: world.clock, patienceMs: nodePatienceMs }) },
    tokens,
    houseAddresses,
    addressFilter: openAddressFilter(),
    fundingSources: new Set(network.faucetAddress === undefined ? sources : [...sources, network.faucetAddress]),
    ownTransactions: [listPayoutsAmong, listTreasuryTransactionsAmong],
    findPrice,
    dustBelow: config.dustBelow,
    screening: world.screening,
    activation: {
      findPrice,
      minimum: config.activationMinimum,
      bonus: config.bonusAmount,
      dailyBudget: config.bonusDailyBudget,
      accountsPerSource: config.bonusAccountsPerSource,
      sharedSources: new Set(network.faucetAddress === undefined ? shared : [...shared, network.faucetAddress]),
      closedCountries: config.incentivesClosedIn,
      countryCorrectionMinutes: config.countryCorrectionMinutes,
    },
  };
}

/** What anybody can cause is counted, not reported: it would bury the rest. */
function logReport(log: WorkerWorld['log'], report: DepositReport): void {
  const urgency = report.outcome === 'suspense' ? 'soon' : urgencyOf[report.reason as keyof typeof urgencyOf];
  if (urgency === 'at-once') log.fatal(report, 'somebody else acted on our addresses');
  else if (urgency === 'soon') log.warn(report, 'an inflow waits for an operator');
}

function sampleDeps(
  { db, nodes, log }: WorkerWorld,
  { tokens, houseAddresses }: Pick<ReadBlocksDeps, 'tokens' | 'houseAddresses'>,
): Parameters<typeof sampleTokens>[0] {
  return {
    db,
    node: nodes[0],
    nodes,
    tokens,
    houseAddresses,
    onFreeze: ({ assetId, block }) =>
      log.fatal({ assetId, block }, 'a token contradicts its own events; further arrivals go to suspense'),
  };
}

/** Says every minute, in the log and on its health page, what has waited for an operator for too long. */
function openOverdueWatch({ db, log }: WorkerWorld) {
  let overdue: Awaited<ReturnType<typeof listOverdue>> = [];
  return {
    tick: async (): Promise<number> => {
      overdue = await listOverdue(db);
      for (const each of overdue) log.error(each, 'an item has waited for an operator too long');
      return 0;
    },
    state: () => ({ overdue }),
  };
}

/** Looks at every address after the start, when the signer may be another one, and then every 15 minutes. */
function auditDeps({ db, clock }: WorkerWorld, affirmations: Affirmations): () => Parameters<typeof auditAddresses>[0] {
  const startedMs = clock.nowMs();
  return () => ({ db, affirmations, everyMs: Math.min(15 * minuteMs, Math.max(0, clock.nowMs() - startedMs)) });
}
