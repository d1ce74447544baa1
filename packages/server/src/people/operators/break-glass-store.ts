import { toWire } from '@tern/base/to-wire';
import type { BreakGlassView } from '@tern/contracts/routes/console-operators';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';

export type Custodian = { readonly slot: 1 | 2; readonly name: string; readonly salt: Buffer; readonly madeAt: Date };

export async function listCustodians(db: DbReader): Promise<readonly Custodian[]> {
  const { rows } = await sql<Custodian>`
    SELECT slot, name, salt, made_at AS "madeAt" FROM operator_custodians ORDER BY slot`.execute(db);
  return rows;
}

/** The place the code was kept in; undefined once both custodians have one. */
export async function keepCode(
  tx: DbTx,
  code: { readonly name: string; readonly salt: Buffer; readonly keyHash: Buffer },
): Promise<1 | 2 | undefined> {
  const { rows } = await sql<{ slot: 1 | 2 | null }>`
    SELECT keep_custodian_code(${code.name}, ${code.salt}, ${code.keyHash}) AS slot`.execute(tx);
  return rows[0]?.slot ?? undefined;
}

export type Keys = { readonly first: Buffer; readonly second: Buffer };

export async function startRequest(
  tx: DbTx,
  { id, name, keys }: { readonly id: string; readonly name: string; readonly keys: Keys },
): Promise<'started' | 'wrong-codes' | 'under-way' | 'name-taken'> {
  const { rows } = await sql<{ outcome: 'started' | 'wrong-codes' | 'under-way' | 'name-taken' }>`
    SELECT start_break_glass(${id}, ${name}, ${keys.first}, ${keys.second}) AS outcome`.execute(tx);
  return rows[0]?.outcome ?? 'wrong-codes';
}

export async function openRequest(
  tx: DbTx,
  { keys, tokenHash, expiresAt }: { readonly keys: Keys; readonly tokenHash: Buffer; readonly expiresAt: Date },
): Promise<'opened' | 'wrong-codes' | 'none' | 'too-early'> {
  const { rows } = await sql<{ outcome: 'opened' | 'wrong-codes' | 'none' | 'too-early' }>`
    SELECT open_break_glass(${keys.first}, ${keys.second}, ${tokenHash}, ${expiresAt}) AS outcome`.execute(tx);
  return rows[0]?.outcome ?? 'wrong-codes';
}

/** All there have ever been, the newest first. */
export async function listBreakGlass(db: DbReader): Promise<readonly BreakGlassView[]> {
  const { rows } = await sql<{
    id: string;
    name: string;
    startedAt: Date;
    opensAt: Date;
    state: BreakGlassView['state'];
    cancelledBy: string | null;
    moneyFrom: Date | null;
  }>`
    SELECT r.id, o.name, r.started_at AS "startedAt", r.started_at + interval '24 hours' AS "opensAt",
           CASE WHEN r.end_reason IS NOT NULL THEN r.end_reason WHEN r.opened_at IS NULL THEN 'waiting' ELSE 'open' END AS state,
           c.name AS "cancelledBy",
           CASE WHEN r.end_reason = 'enrolled'
                THEN least(o.decides_money_from, r.ended_at + interval '72 hours') END AS "moneyFrom"
      FROM break_glass_requests r JOIN operators o ON o.id = r.operator_id LEFT JOIN operators c ON c.id = r.cancelled_by
     ORDER BY r.started_at DESC`.execute(db);
  return toWire([...rows]);
}

/**
 * Requests that are under way, and those whose operator came in within three days and does not decide about money yet: one who
 * was enabled again later waits as well, and is no news of break-glass.
 */
export async function countBreakGlass(db: DbReader): Promise<number> {
  const { rows } = await sql<{ requests: number }>`
    SELECT count(*)::int AS requests FROM break_glass_requests r
     WHERE r.ended_at IS NULL OR (
       r.ended_at > clock_timestamp() - interval '72 hours' AND EXISTS (
       SELECT FROM operators o WHERE o.id = r.operator_id AND o.decides_money_from > clock_timestamp()))`.execute(db);
  return rows[0]?.requests ?? 0;
}
