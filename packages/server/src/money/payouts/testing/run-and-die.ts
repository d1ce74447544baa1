/** A process for crash tests: does one thing of the product and ends, unless `TERN_CRASH_AT` kills it on the way. */
import { systemClock } from '@tern/base/clock';
import type { DraftId, OperatorId, WithdrawalId } from '@tern/base/ids';
import { openDatabase } from '@tern/db/database';
import { units, zero } from '@tern/money/units';
import { getAddress } from '@tern/tron/address';
import { openNode } from '@tern/tron/open-node';
import { openSigner } from '@tern/tron/signer-client';
import { isPersonActive } from '../../../people/accounts/public.ts';
import { openTermsReader } from '../../../people/terms/public.ts';
import type { ApiSession } from '../../../platform/api-context.ts';
import { confirmDraft } from '../../transfers/confirm-draft.ts';
import { decideReview } from '../../transfers/decide-review.ts';
import { testAssets, willingFactors } from '../../transfers/testing/sending-world.ts';
import { payoutDefaults, type PayoutDeps } from '../payout-deps.ts';
import { broadcastPayouts, followPayouts, signPayouts } from '../work-payouts.ts';

export type CrashTask = {
  readonly databaseUrl: string;
  readonly nodeUrl: string;
  readonly contracts: { readonly usdt: string; readonly reward: string };
  readonly signer: { readonly socketPath: string; readonly secret: string };
} & (
  | { readonly task: 'pay' }
  | {
      readonly task: 'confirm';
      readonly session: ApiSession;
      readonly draftId: string;
      readonly hash: string;
      readonly key: string;
    }
  | { readonly task: 'approve'; readonly withdrawalId: string; readonly operatorId: string }
);

const job = JSON.parse(process.argv[2] ?? '') as CrashTask;
const db = openDatabase({ url: job.databaseUrl, applicationName: 'crash test', poolMax: 4 });
const chain = {
  nodes: [openNode({ url: job.nodeUrl, timeoutMs: 30_000 })],
  contracts: { usdt: getAddress(job.contracts.usdt), reward: getAddress(job.contracts.reward) },
} as const;

if (job.task === 'pay') {
  const deps: PayoutDeps = {
    db,
    chain,
    signer: openSigner({
      socketPath: job.signer.socketPath,
      secret: Buffer.from(job.signer.secret, 'base64url'),
      clock: systemClock,
      timeoutMs: 10_000,
    }),
    settings: {
      ...payoutDefaults,
      feeLimitMaxSun: units(100_000_000n),
      stallLimits: { stallMs: 60_000, solidLagMax: 57 },
    },
    isPersonActive,
    sumTreasuryOutflows: async () => ({ amount: zero, costSun: zero }),
    report: () => undefined,
  };
  await signPayouts(deps, { limit: 10 });
  await broadcastPayouts(deps, { limit: 10 });
  await followPayouts(deps, { limit: 10 });
} else if (job.task === 'confirm') {
  await confirmDraft(
    {
      db,
      chain,
      assets: testAssets,
      terms: openTermsReader(),
      confirmations: 19,
      factors: willingFactors,
      limitQuestions: () => Promise.resolve(),
      limitOwnMoves: () => Promise.resolve(),
      findPerson: () => Promise.reject(new Error('nobody is looked for')),
    },
    {
      session: job.session,
      draftId: job.draftId as DraftId,
      hash: job.hash,
      idempotencyKey: job.key,
      tradePassword: '258036',
      authenticatorCode: '123456',
    },
  );
} else {
  await decideReview(db, {
    decision: 'approve',
    withdrawalId: job.withdrawalId as WithdrawalId,
    operatorId: job.operatorId as OperatorId,
  });
}
await db.close();
