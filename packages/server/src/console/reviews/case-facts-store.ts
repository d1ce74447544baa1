import type { PersonId, RecordId, WithdrawalId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import type { CaseFacts } from './evidence.ts';
import { findUsualAmount } from './find-usual-amount.ts';

/** How far back a new device or a changed factor still matters. */
const recentDays = 7;

/** From this part of a send on (one half) an arrival counts as what it is made of. */
const strangersPart = 2;

/** How old an account is before its age stops speaking against a send. */
const youngDays = 30;

/** What changes who can send. */
const factorEvents = [
  'recovered',
  'login-password-changed',
  'trade-password-changed',
  'authenticator-replaced',
  'authenticator-unbound',
  'recovery-code-used',
  'contact-changed',
  'factors-reset',
];

export async function selectCaseFacts(db: DbReader, id: WithdrawalId): Promise<Omit<CaseFacts, 'holdUntil'>> {
  const { rows } = await sql<{
    entries_in: number;
    entries_out: number;
    adds_up: boolean;
    factors_at: Date | null;
    completed: number;
    to_address: number;
    to_address_by_anyone: number;
    former: readonly { readonly value: string; readonly at: string }[] | null;
    created_at: Date;
    new_device_at: Date | null;
    factor_changed_at: Date | null;
    young_since: Date | null;
    strangers_money_at: Date | null;
  }>`
    SELECT b.entries_in, b.entries_out, b.adds_up, h.completed, h.to_address, h.former, w.created_at,
      (SELECT count(*)::int FROM withdrawals o WHERE o.to_address = w.to_address AND o.state = 'completed') AS to_address_by_anyone,
      (SELECT max(e.at) FROM security_events e JOIN withdrawal_drafts d ON d.id = w.draft_id
        WHERE e.person_id = w.person_id AND e.kind = 'transfer-authorized' AND e.detail = encode(d.hash, 'hex')) AS factors_at,
      (SELECT max(e.at) FROM security_events e WHERE e.person_id = w.person_id AND e.kind = 'signed-in-new-device'
        AND e.at BETWEEN w.created_at - make_interval(days => ${recentDays}) AND w.created_at) AS new_device_at,
      (SELECT max(e.at) FROM security_events e WHERE e.person_id = w.person_id AND e.kind = ANY(${factorEvents}::text[])
        AND e.at BETWEEN w.created_at - make_interval(days => ${recentDays}) AND w.created_at) AS factor_changed_at,
      (SELECT p.created_at FROM people p WHERE p.id = w.person_id
        AND p.created_at > w.created_at - make_interval(days => ${youngDays})) AS young_since,
      (SELECT max(r.created_at) FROM records r WHERE r.person_id = w.person_id AND r.type = 'incoming' AND r.status = 'success'
        AND r.asset = w.asset_id AND r.amount * ${strangersPart} >= w.amount
        AND r.created_at BETWEEN w.created_at - make_interval(days => ${recentDays}) AND w.created_at
        AND 1 = (SELECT count(*) FROM records o WHERE o.person_id = r.person_id AND o.type = 'incoming'
          AND o.status = 'success' AND o.pay_address IS NOT DISTINCT FROM r.pay_address
            AND o.created_at <= w.created_at)) AS strangers_money_at
    FROM withdrawals w,
      LATERAL (
        SELECT count(*) FILTER (WHERE o.state = 'completed')::int AS completed,
               count(*) FILTER (WHERE o.state = 'completed' AND o.to_address = w.to_address)::int AS to_address,
               json_agg(json_build_object('value', o.usdt_value::text, 'at', o.changed_at)) FILTER (WHERE o.state = 'completed' AND o.id <> w.id) AS former
          FROM withdrawals o WHERE o.person_id = w.person_id AND NOT o.own_move
      ) h,
      LATERAL (
        SELECT count(*) FILTER (WHERE n.amount > 0)::int AS entries_in, count(*) FILTER (WHERE n.amount < 0)::int AS entries_out,
               coalesce(sum(n.amount), 0) = coalesce(max(a.posted), 0) AS adds_up
          FROM ledger.accounts a LEFT JOIN ledger.entries n ON n.account_id = a.id
         WHERE a.class = 'customer' AND a.wallet_id = w.wallet_id AND a.asset = w.asset_id
      ) b
    WHERE w.id = ${id}`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error(`no withdrawal ${id}`);
  return {
    entriesIn: row.entries_in,
    entriesOut: row.entries_out,
    addsUp: row.adds_up,
    factorsAt: row.factors_at,
    completed: row.completed,
    completedToAddress: row.to_address,
    completedToAddressByAnyone: row.to_address_by_anyone,
    usualUsdt: findUsualAmount(
      (row.former ?? []).map(({ value, at }) => ({ usdtValue: unitsFromWire(value), at: new Date(at) })),
      row.created_at,
    ),
    newDeviceAt: row.new_device_at,
    factorChangedAt: row.factor_changed_at,
    youngSince: row.young_since,
    strangersMoneyAt: row.strangers_money_at,
  };
}

export type PastTransfer = {
  readonly id: WithdrawalId;
  readonly at: Date;
  readonly toAddress: string;
  readonly state: string;
  readonly assetId: AssetId;
  readonly amount: Units;
};

const pastTransfersMax = 8;

/** The person's other sends, newest first, whatever became of them. */
export async function selectPastTransfers(
  db: DbReader,
  personId: PersonId,
  but: WithdrawalId,
): Promise<readonly PastTransfer[]> {
  const { rows } = await sql<{
    id: WithdrawalId;
    created_at: Date;
    to_address: string;
    state: string;
    asset_id: AssetId;
    amount: string;
  }>`
    SELECT id, created_at, to_address, state, asset_id, amount FROM withdrawals
     WHERE person_id = ${personId} AND id <> ${but} ORDER BY created_at DESC, id LIMIT ${pastTransfersMax}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    toAddress: row.to_address,
    state: row.state,
    assetId: row.asset_id,
    amount: unitsFromWire(row.amount),
  }));
}

/** Money that came to a person, and who sent it. */
export type Arrival = {
  readonly id: RecordId;
  readonly at: Date;
  readonly assetId: AssetId;
  readonly amount: Units;
  /** Null where the chain names nobody. */
  readonly fromAddress: string | null;
  /** Of a sender here. */
  readonly fromPerson: { readonly id: PersonId; readonly publicId: string } | null;
  /** How often this sender had sent to this person by now, this time included. */
  readonly times: number;
};

/** The last arrivals of a person that are final, newest first. */
export async function selectArrivals(db: DbReader, personId: PersonId): Promise<readonly Arrival[]> {
  const { rows } = await sql<{
    id: RecordId;
    created_at: Date;
    asset: AssetId;
    amount: string;
    pay_address: string | null;
    sender_id: PersonId | null;
    public_id: string | null;
    times: number;
  }>`
    SELECT r.id, r.created_at, r.asset, r.amount, r.pay_address, p.id AS sender_id, p.public_id,
      (SELECT count(*)::int FROM records o WHERE o.person_id = r.person_id AND o.type = 'incoming' AND o.status = 'success'
        AND o.pay_address IS NOT DISTINCT FROM r.pay_address) AS times
      FROM records r LEFT JOIN wallets w ON w.address = r.pay_address LEFT JOIN people p ON p.id = w.person_id
     WHERE r.person_id = ${personId} AND r.type = 'incoming' AND r.status = 'success'
     ORDER BY r.created_at DESC, r.id DESC LIMIT ${pastTransfersMax}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    assetId: row.asset,
    amount: unitsFromWire(row.amount),
    fromAddress: row.pay_address,
    fromPerson:
      row.sender_id === null || row.public_id === null ? null : { id: row.sender_id, publicId: row.public_id },
    times: row.times,
  }));
}

/** USDT-equivalent the person has sent within thirty days and not got back. */
export async function sumOfThirtyDays(db: DbReader, personId: PersonId): Promise<Units> {
  const { rows } = await sql<{ total: string }>`
    SELECT coalesce(sum(usdt_value), 0)::text AS total FROM withdrawals
     WHERE person_id = ${personId} AND NOT own_move AND created_at > clock_timestamp() - interval '30 days'
       AND state NOT IN ('rejected', 'cancelled', 'failed')`.execute(db);
  return unitsFromWire(rows[0]?.total ?? '0');
}
