import type { PersonId, WithdrawalId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import type { CaseFacts } from './evidence.ts';

/** How far back a new device or a changed factor still matters. */
const recentDays = 7;

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
    usual: string | null;
    new_device_at: Date | null;
    factor_changed_at: Date | null;
    young_since: Date | null;
  }>`
    SELECT b.entries_in, b.entries_out, b.adds_up, h.completed, h.to_address, h.usual,
      (SELECT count(*)::int FROM withdrawals o WHERE o.to_address = w.to_address AND o.state = 'completed') AS to_address_by_anyone,
      (SELECT max(e.at) FROM security_events e JOIN withdrawal_drafts d ON d.id = w.draft_id
        WHERE e.person_id = w.person_id AND e.kind = 'transfer-authorized' AND e.detail = encode(d.hash, 'hex')) AS factors_at,
      (SELECT max(e.at) FROM security_events e WHERE e.person_id = w.person_id AND e.kind = 'signed-in-new-device'
        AND e.at BETWEEN w.created_at - make_interval(days => ${recentDays}) AND w.created_at) AS new_device_at,
      (SELECT max(e.at) FROM security_events e WHERE e.person_id = w.person_id AND e.kind = ANY(${factorEvents}::text[])
        AND e.at BETWEEN w.created_at - make_interval(days => ${recentDays}) AND w.created_at) AS factor_changed_at,
      (SELECT p.created_at FROM people p WHERE p.id = w.person_id
        AND p.created_at > w.created_at - make_interval(days => ${youngDays})) AS young_since
    FROM withdrawals w,
      LATERAL (
        SELECT count(*) FILTER (WHERE o.state = 'completed')::int AS completed,
               count(*) FILTER (WHERE o.state = 'completed' AND o.to_address = w.to_address)::int AS to_address,
               trunc(avg(o.usdt_value) FILTER (WHERE o.state = 'completed'))::text AS usual
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
    usualUsdt: row.usual === null ? null : unitsFromWire(row.usual),
    newDeviceAt: row.new_device_at,
    factorChangedAt: row.factor_changed_at,
    youngSince: row.young_since,
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

/** USDT-equivalent the person has sent within thirty days and not got back. */
export async function sumOfThirtyDays(db: DbReader, personId: PersonId): Promise<Units> {
  const { rows } = await sql<{ total: string }>`
    SELECT coalesce(sum(usdt_value), 0)::text AS total FROM withdrawals
     WHERE person_id = ${personId} AND NOT own_move AND created_at > clock_timestamp() - interval '30 days'
       AND state NOT IN ('rejected', 'cancelled', 'failed')`.execute(db);
  return unitsFromWire(rows[0]?.total ?? '0');
}
