import type { OperatorId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import type { HouseAccountCode } from '@tern/ledger/chart';
import { postJournal, type Leg } from '@tern/ledger/post-journal';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import { sql } from 'kysely';
import { findMissing, lockReserves, shrinkGap } from '../../chain/reserves/public.ts';
import { findSignerAccounts } from '../../chain/signer/public.ts';
import { readEquity, splitOverEquity, sumDestroyed, type EquityPart } from '../../money/deposits/public.ts';
import { readHouseMoney } from '../treasury/public.ts';

/** What is gone for good, as two operators sign it. */
type Loss = {
  /** `destroyed`: the issuer destroyed the tokens, and was seen to destroy as much there. `accepted`: for any other reason. */
  readonly why: 'destroyed' | 'accepted';
  readonly assetId: AssetId;
  /** Where it is missing, as the gap names it. */
  readonly subject: string;
  /** All that is missing there. */
  readonly amount: Units;
};

/** Why nothing was booked. */
export type LossRefusal =
  /** All places together cover too little: no booking helps, only paying in. */
  | 'pay-in-instead'
  | 'no-shortfall'
  | 'shortfall-changed'
  | 'no-issuer-act'
  /** The house's equity is smaller. */
  | 'house-cannot-cover';

/** Whether a loss could be booked as things are; undefined where it could. */
export async function checkLoss(tx: DbTx, loss: Loss): Promise<LossRefusal | undefined> {
  const planned = await planLoss(tx, loss);
  return 'refusal' in planned ? planned.refusal : undefined;
}

type LossPlan = { readonly parts: readonly EquityPart[] };

/** What of it the capital and the fees bear, under the lock of the reserves. */
async function planLoss(tx: DbTx, loss: Loss): Promise<LossPlan | { readonly refusal: LossRefusal }> {
  const { why, assetId, subject, amount } = loss;
  if (subject === 'liabilities') return { refusal: 'pay-in-instead' };
  await lockReserves(tx);
  const missing = await findMissing(tx, { assetId, subject });
  if (missing === undefined) return { refusal: 'no-shortfall' };
  if (missing !== amount) return { refusal: 'shortfall-changed' };
  if (why === 'destroyed' && (await findDestroyed(tx, loss)) < amount) return { refusal: 'no-issuer-act' };
  const { own } = await readHouseMoney(tx, assetId);
  const parts = amount <= own ? splitOverEquity(await readEquity(tx, assetId), amount) : undefined;
  return parts === undefined ? { refusal: 'house-cannot-cover' } : { parts };
}

/**
 * Books what is missing at a place as the house's loss, in the caller's transaction: out of its capital, then out of its
 * fees, never out of what anybody is owed. Only exactly what the last comparison found, and once: it closes the gap by
 * that. Returns why not where it cannot.
 */
export async function bookLoss(
  tx: DbTx,
  loss: Loss & { readonly key: string; readonly operators: readonly [OperatorId, OperatorId] },
): Promise<LossRefusal | undefined> {
  const planned = await planLoss(tx, loss);
  if ('refusal' in planned) return planned.refusal;
  const { why, assetId, subject, amount, key, operators } = loss;
  const legs: Leg[] = [];
  for (const part of planned.parts) legs.push(await legOf(tx, loss, part));
  const address = addressOf(subject);
  await postJournal(tx, {
    key,
    kind: 'reserve-loss',
    legs,
    details: { why, subject, operators: [...operators], ...(address === undefined ? {} : { address }) },
  });
  await shrinkGap(tx, { assetId, subject, booked: amount });
  return undefined;
}

async function legOf(tx: DbTx, { assetId: asset, subject }: Loss, { from, amount }: EquityPart): Promise<Leg> {
  const place = addressOf(subject) === undefined ? subject : 'deposit';
  const credit = await houseAccount(tx, `custody:${place}` as HouseAccountCode, asset);
  return { debit: await houseAccount(tx, from, asset), credit, asset, amount, code: 'loss' };
}

/** The deposit address that a gap names; undefined where it names another place. */
function addressOf(subject: string): string | undefined {
  return /^deposit (\S+)$/.exec(subject)?.[1];
}

/**
 * What the issuer was seen to destroy at a place and no loss has booked yet. Its acts are seen on the hot wallet and on deposit
 * addresses, not in cold storage.
 */
async function findDestroyed(tx: DbTx, { subject, assetId }: Loss): Promise<bigint> {
  const address = addressOf(subject) ?? (subject === 'hot' ? (await findSignerAccounts(tx))?.hot : undefined);
  if (address === undefined) return 0n;
  const { rows } = await sql<{ booked: string }>`
    SELECT coalesce(sum(t.amount), 0)::text AS booked
      FROM ledger.journals j JOIN ledger.transfers t ON t.journal_id = j.id
     WHERE j.kind = 'reserve-loss' AND t.asset = ${assetId} AND j.details ->> 'why' = 'destroyed'
       AND j.details ->> 'subject' = ${subject}`.execute(tx);
  return (await sumDestroyed(tx, { address, assetId })) - BigInt(rows[0]?.booked ?? '0');
}
