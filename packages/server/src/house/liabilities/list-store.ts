import type { WalletId, PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import type { FurtherParts } from './further-parts.ts';
import type { SigningPlace } from './reserve-signature-store.ts';

/** What was published of one snapshot. */
export type Snapshot = {
  readonly number: number;
  readonly day: string;
  readonly takenAt: Date;
  readonly statement: string;
  /** Hexadecimal SHA-256 of the statement. */
  readonly statementHash: string;
  /** Whether the lists are still there; the statement stays. */
  readonly listed: boolean;
  /** The transaction that wrote the hash into the chain, once it is final. */
  readonly anchor: { readonly txId: string; readonly block: number } | undefined;
  /** What keys of addresses with reserves have signed about it. */
  readonly signatures: readonly ReserveSignature[];
};

export type ReserveSignature = {
  readonly place: SigningPlace;
  readonly address: string;
  readonly text: string;
  /** 65 bytes, hexadecimal. */
  readonly signatureHex: string;
};

type SnapshotRow = {
  readonly number: number;
  readonly day: string;
  readonly taken_at: Date;
  readonly statement: string;
  readonly statement_hash: Buffer;
  readonly listed: boolean;
  readonly tx_id: string | null;
  readonly block_number: string | null;
  readonly signatures: readonly ReserveSignature[];
};

/** The newest first, from below `before`. */
export async function selectSnapshots(
  db: DbReader,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<readonly Snapshot[]> {
  const { rows } = await sql<SnapshotRow>`
    SELECT s.number, s.day::text AS day, s.taken_at, s.statement, s.statement_hash, s.seed IS NOT NULL AS listed,
           o.tx_id, o.block_number::text AS block_number,
           coalesce((SELECT json_agg(json_build_object('place', r.place, 'address', r.address, 'text', r.text,
                                                       'signatureHex', encode(r.signature, 'hex')) ORDER BY r.place)
                       FROM reserve_signatures r WHERE r.snapshot_number = s.number), '[]') AS signatures
      FROM liability_snapshots s
      LEFT JOIN LATERAL (SELECT tx_id, block_number FROM treasury_orders
                          WHERE statement_number = s.number AND kind = 'anchor' AND state = 'done'
                          ORDER BY block_number LIMIT 1) AS o ON true
     WHERE s.number < coalesce(${before ?? null}::integer, 2147483647) ORDER BY s.number DESC LIMIT ${limit}`.execute(
    db,
  );
  return rows.map((row) => ({
    number: row.number,
    day: row.day,
    takenAt: row.taken_at,
    statement: row.statement,
    statementHash: row.statement_hash.toString('hex'),
    listed: row.listed,
    anchor: row.tx_id === null ? undefined : { txId: row.tx_id, block: Number(row.block_number) },
    signatures: row.signatures,
  }));
}

/** The lines of one chunk, 48 bytes each; undefined where there is none, or none any more. */
export async function findChunk(
  db: DbReader,
  { number, assetId, chunk }: { readonly number: number; readonly assetId: AssetId; readonly chunk: number },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ lines: Buffer }>`
    SELECT lines FROM liability_chunks
     WHERE snapshot_number = ${number} AND asset_id = ${assetId} AND chunk = ${chunk}`.execute(db);
  return rows[0]?.lines;
}

/** A chunk with the nodes above each 32 of its lines; null for a list of before they were kept. */
export type StoredChunk = { readonly chunk: number; readonly lines: Buffer; readonly middleNodes: Buffer | null };

/** The chunks in which commitments stand, if they stand in the list, in their order. */
export async function findChunksOf(
  db: DbReader,
  input: { readonly number: number; readonly assetId: AssetId; readonly commitments: readonly Buffer[] },
): Promise<readonly StoredChunk[]> {
  const { number, assetId, commitments } = input;
  const { rows } = await sql<StoredChunk>`
    WITH places AS (
      SELECT DISTINCT c.chunk FROM unnest(${commitments}::bytea[]) AS given (commitment)
       CROSS JOIN LATERAL (
         SELECT chunk FROM liability_chunks
          WHERE snapshot_number = ${number} AND asset_id = ${assetId} AND first_commitment <= given.commitment
          ORDER BY first_commitment DESC LIMIT 1) AS c
    )
    SELECT chunk, lines, middle_nodes AS "middleNodes" FROM liability_chunks JOIN places USING (chunk)
     WHERE snapshot_number = ${number} AND asset_id = ${assetId} ORDER BY chunk`.execute(db);
  return rows;
}

/** What the person's own lines follow from; undefined where there is no such snapshot or its lists are gone. */
export type Opening = {
  readonly seed: Buffer;
  readonly lists: readonly {
    readonly assetId: AssetId;
    readonly partMax: bigint;
    readonly root: Buffer;
    readonly further: FurtherParts;
  }[];
};

export async function findOpening(db: DbReader, number: number): Promise<Opening | undefined> {
  const { rows } = await sql<{
    seed: Buffer;
    asset_id: AssetId;
    part_max: string;
    root: Buffer;
    further_every: number;
    further_below: string;
  }>`
    SELECT s.seed, l.asset_id, l.part_max::text AS part_max, l.root, l.further_every,
           l.further_below::text AS further_below
      FROM liability_snapshots s JOIN liability_lists l ON l.snapshot_number = s.number
     WHERE s.number = ${number} AND s.seed IS NOT NULL AND l.nodes IS NOT NULL
       AND l.further_every IS NOT NULL AND l.further_below IS NOT NULL ORDER BY l.asset_id`.execute(db);
  const [first] = rows;
  return (
    first && {
      seed: first.seed,
      lists: rows.map((row) => ({
        assetId: row.asset_id,
        partMax: BigInt(row.part_max),
        root: row.root,
        further: { every: row.further_every, below: BigInt(row.further_below) },
      })),
    }
  );
}

/** Hash and sum of the tree above each chunk of a list, 48 bytes each; undefined where they are no longer kept. */
export async function findNodes(
  db: DbReader,
  { number, assetId }: { readonly number: number; readonly assetId: AssetId },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ nodes: Buffer | null }>`
    SELECT nodes FROM liability_lists WHERE snapshot_number = ${number} AND asset_id = ${assetId}`.execute(db);
  return rows[0]?.nodes ?? undefined;
}

export type OwnAccount = {
  readonly accountId: bigint;
  readonly assetId: AssetId;
  readonly walletId: WalletId;
  readonly address: string;
};

/** The accounts of a person's wallets. */
export async function listOwnAccounts(db: DbReader, personId: PersonId): Promise<readonly OwnAccount[]> {
  const { rows } = await sql<{ id: string; asset: AssetId; wallet_id: WalletId; address: string }>`
    SELECT a.id::text AS id, a.asset, w.id AS wallet_id, w.address
      FROM wallets w JOIN ledger.accounts a ON a.wallet_id = w.id AND a.class = 'customer'
     WHERE w.person_id = ${personId} ORDER BY w.position, a.asset LIMIT 1000`.execute(db);
  return rows.map((row) => ({
    accountId: BigInt(row.id),
    assetId: row.asset,
    walletId: row.wallet_id,
    address: row.address,
  }));
}

/** Accounts around one, with what they were owed; undefined where the snapshot has none as low. */
export async function findBalancesAround(
  db: DbReader,
  { number, assetId, accountId }: { readonly number: number; readonly assetId: AssetId; readonly accountId: bigint },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ balances: Buffer }>`
    SELECT balances FROM liability_balances
     WHERE snapshot_number = ${number} AND asset_id = ${assetId} AND first_account_id <= ${accountId.toString()}::bigint
     ORDER BY first_account_id DESC LIMIT 1`.execute(db);
  return rows[0]?.balances;
}
