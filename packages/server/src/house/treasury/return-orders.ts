import { assert } from '@tern/base/assert';
import { newId, type TreasuryOrderId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { unitsToWire, type Units } from '@tern/money/units';
import type { DeathProof } from '@tern/tron/signer-protocol';
import { sql } from 'kysely';
import type { ReturnContent } from '../../money/deposits/public.ts';

/** Adds the order that pays money in suspense back. Undefined where one of this arrival is open or done. */
export async function insertReturn(
  tx: DbTx,
  { content, costMaxSun }: { readonly content: ReturnContent; readonly costMaxSun: Units },
): Promise<TreasuryOrderId | undefined> {
  const { assetId, amount, to, signerOrderId } = content;
  const id = newId<TreasuryOrderId>();
  // A try that was signed is never repeated under its number: the signer knows it by that.
  const { numAffectedRows } = await sql`
    INSERT INTO treasury_orders (id, kind, asset_id, amount, to_address, signer_order_id, attempt, state, cost_max_sun)
    SELECT ${id}, 'return', ${assetId}, ${unitsToWire(amount)}, ${to}, ${signerOrderId}, coalesce(max(attempt), 0) + 1,
      'ready', ${unitsToWire(costMaxSun)}
      FROM treasury_orders WHERE signer_order_id = ${signerOrderId} AND tx_id IS NOT NULL
    ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n ? id : undefined;
}

/**
 * Whether the newest try of this name that was signed pays another amount or somebody else. The signer then refuses every
 * further one for good.
 */
export async function isSignedOtherwise(
  db: DbReader,
  { assetId, amount, to, signerOrderId }: ReturnContent,
): Promise<boolean> {
  const { rows } = await sql<{ otherwise: boolean }>`
    SELECT (asset_id, amount, to_address) <> (${assetId}, ${unitsToWire(amount)}::numeric, ${to}) AS otherwise
      FROM treasury_orders WHERE signer_order_id = ${signerOrderId} AND tx_id IS NOT NULL
     ORDER BY attempt DESC LIMIT 1`.execute(db);
  return rows[0]?.otherwise === true;
}

/** Why the try before this one can never pay any more; undefined for the first. */
export async function findProofBefore(
  db: DbReader,
  { signerOrderId }: Pick<ReturnContent, 'signerOrderId'>,
  attempt: number,
): Promise<DeathProof | undefined> {
  if (attempt === 1) return undefined;
  const { rows } = await sql<{ death_proof: DeathProof | null }>`
    SELECT death_proof FROM treasury_orders
     WHERE signer_order_id = ${signerOrderId} AND attempt = ${attempt - 1} AND tx_id IS NOT NULL`.execute(db);
  const proof = rows[0]?.death_proof;
  assert(proof !== undefined && proof !== null, `try ${attempt - 1} of ${signerOrderId} has ended with a proof`);
  return proof;
}
