import { units } from '@tern/money/units';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import type { System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { getAddress } from '@tern/tron/address';
import type { Signer } from '@tern/tron/signer-client';
import { SignerRefusal } from '@tern/tron/signer-fault';
import { sql } from 'kysely';
import type { Stage } from './stage.ts';
import type { TallyLine } from './tally.ts';

const underWayWithinMs = 60_000;
const payoutsWithinMs = 120_000;
const fencedWithinMs = 30_000;

/**
 * The first signer dies with payouts under way, and two operators have its standby sign. When payouts go on, the first comes
 * back; whatever it still signs is a violation, and so is one that is never fenced. That each payout arrived once is looked at after every fault.
 */
export async function loseSigner(
  { system, signers }: Stage,
  note: (figures: Pick<TallyLine, 'payouts'>) => void,
): Promise<() => Promise<readonly string[]>> {
  const epochBefore = await selectEpoch(system);
  await signers.setUp();
  await until('payouts under way', async () => (await countPayouts(system)).open > 0, underWayWithinMs);
  const sinceMs = performance.now();
  await system.processes.kill('signer');
  const { open } = await countPayouts(system);
  const epoch = await signers.takeOver();
  const takenOverMs = Math.round(performance.now() - sinceMs);
  const { signed } = await countPayouts(system);
  await signers.leadWorkers();
  await until('payouts go on', async () => (await countPayouts(system)).signed > signed, payoutsWithinMs);
  note({ payouts: { open, takenOverMs, goOnMs: Math.round(performance.now() - sinceMs) } });
  const known = await selectEpoch(system);
  const violations =
    known === epoch && epoch > epochBefore ? [] : [`workers know epoch ${known}; ${epoch} began after ${epochBefore}`];
  for (const settings of ['with its standby', 'alone'] as const) {
    await signers.reviveFirst(settings);
    const first = signers.askFirst();
    // One that has just started has not heard of the take-over yet, and signs nothing without its standby.
    const ask = async (): Promise<string | undefined> => {
      const answer = await askForPayment(system, first);
      return answer === 'standby-away' ? undefined : answer;
    };
    const answer = await until('an answer of the first signer', ask, fencedWithinMs);
    if (answer !== 'fenced') violations.push(`the first signer answered ${answer} after the take-over`);
  }
  return async () => {
    await signers.moveBack();
    return violations;
  };
}

type Payouts = { readonly open: number; readonly signed: number };

/** Payouts that wait for their signature, and those that have one. */
async function countPayouts({ db }: System): Promise<Payouts> {
  const { rows } = await sql<Payouts>`
    SELECT count(*) FILTER (WHERE state = 'ordered')::int AS open, count(tx_id)::int AS signed
      FROM withdrawal_attempts`.execute(db.kysely);
  return rows[0] ?? { open: 0, signed: 0 };
}

/** The newest epoch that a worker has heard of; 0 where none asked a signer yet. */
async function selectEpoch({ db }: System): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`
    SELECT coalesce(max(epoch), 0)::int AS epoch FROM signer_memories`.execute(db.kysely);
  return rows[0]?.epoch ?? 0;
}

/** What a signer that has lost its place answers where it is asked for a payment: a code, or that it signed. */
async function askForPayment({ contracts, chain }: System, signer: Signer): Promise<string> {
  const { height } = await chain.info();
  const nowMs = Date.now();
  const refBlock = { number: height, id: height.toString(16).padStart(16, '0').padEnd(64, 'c'), timeMs: nowMs };
  try {
    const { txId } = await signer.signOrder({
      orderId: `w-${crypto.randomUUID()}`,
      attempt: 1,
      payment: {
        kind: 'trc20',
        contract: getAddress(contracts.usdt),
        to: getAddress(freshAddress()),
        amount: units(1_000_000n),
        feeLimitSun: units(50_000_000n),
      },
      refBlock,
      expirationMs: nowMs + 60_000,
      timestampMs: nowMs,
    });
    return `with a signature of ${txId}`;
  } catch (error) {
    return error instanceof SignerRefusal ? error.code : String(error);
  }
}
