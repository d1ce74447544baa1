import type { DbReader, DbTx } from '@tern/db/database';
import type { ReservesStatement } from '@tern/tron/reserves-text';
import { sql } from 'kysely';
import type { Held } from './read-held.ts';

/** Whose key signs: of the places that a statement names with an address. */
export type SigningPlace = Extract<Held['place'], 'hot' | 'fee' | 'cold'>;

/** A statement of what is owed, as signatures of reserves name it. */
export type SignableStatement = {
  readonly about: Omit<ReservesStatement, 'house' | 'address'>;
  /** The addresses that it names as held by the house. */
  readonly addresses: readonly { readonly place: SigningPlace; readonly address: string }[];
};

/**
 * The newest statement, unless the anchor of an earlier one is still under way: the signer signs nothing for an earlier number
 * afterwards.
 */
export async function findSignable(db: DbReader): Promise<SignableStatement | undefined> {
  const { rows } = await sql<StatementRow>`
    SELECT s.number, s.day::text AS day, s.block_number::text AS block_number, s.block_id, s.statement, s.statement_hash
      FROM (SELECT number, day, block_number, block_id, statement, statement_hash FROM liability_snapshots
             ORDER BY number DESC LIMIT 1) AS s
     WHERE NOT EXISTS (SELECT FROM treasury_orders o
                        WHERE o.statement_number < s.number AND o.ended_at IS NULL)`.execute(db);
  return rows[0] && readStatementRow(rows[0]);
}

/** The newest statements, the newest first. */
export async function listStatements(db: DbReader, limit: number): Promise<readonly SignableStatement[]> {
  const { rows } = await sql<StatementRow>`
    SELECT number, day::text AS day, block_number::text AS block_number, block_id, statement, statement_hash
      FROM liability_snapshots ORDER BY number DESC LIMIT ${limit}`.execute(db);
  return rows.map(readStatementRow);
}

type StatementRow = {
  readonly number: number;
  readonly day: string;
  readonly block_number: string;
  readonly block_id: string;
  readonly statement: string;
  readonly statement_hash: Buffer;
};

function readStatementRow(row: StatementRow): SignableStatement {
  return {
    about: {
      number: row.number,
      day: row.day,
      block: { number: Number(row.block_number), id: row.block_id },
      statementHash: row.statement_hash.toString('hex'),
    },
    addresses: [...row.statement.matchAll(/^held \S+ (hot|fee|stake|cold) \d+ \d+ (T\S+)$/gm)].map((found) => ({
      // The stake lies at the fee account's address.
      place: found[1] === 'stake' ? 'fee' : (found[1] as SigningPlace),
      address: found[2] ?? '',
    })),
  };
}

/** The places whose keys have signed for a statement. */
export async function listSigned(db: DbReader, number: number): Promise<readonly SigningPlace[]> {
  const { rows } = await sql<{ place: SigningPlace }>`
    SELECT place FROM reserve_signatures WHERE snapshot_number = ${number}`.execute(db);
  return rows.map(({ place }) => place);
}

/** Keeps a signature whose signer was recovered; nothing where the address has signed for this statement before. */
export async function insertSignature(
  tx: DbTx,
  {
    place,
    statement,
    text,
    signatureHex,
  }: {
    readonly place: SigningPlace;
    readonly statement: ReservesStatement;
    readonly text: string;
    readonly signatureHex: string;
  },
): Promise<boolean> {
  const { rows } = await sql<{ place: string }>`
    INSERT INTO reserve_signatures (snapshot_number, statement_hash, place, address, text, signature)
    VALUES (${statement.number}, ${Buffer.from(statement.statementHash, 'hex')}, ${place}, ${statement.address},
      ${text}, ${Buffer.from(signatureHex, 'hex')})
    ON CONFLICT ON CONSTRAINT reserve_signatures_pkey DO NOTHING RETURNING place`.execute(tx);
  return rows.length > 0;
}
