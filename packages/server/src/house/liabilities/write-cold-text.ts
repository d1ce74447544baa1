import type { DbReader } from '@tern/db/database';
import { parseAddress } from '@tern/tron/address';
import { reservesText, type ReservesStatement } from '@tern/tron/reserves-text';
import { listStatements, type SignableStatement } from './reserve-signature-store.ts';

/** What the key of cold storage is to sign for the newest statement; undefined where that names no cold address. */
export async function writeColdText(db: DbReader, house: string): Promise<string | undefined> {
  const [newest] = await listStatements(db, 1);
  const about = newest && findColdStatement(newest, house);
  return about && reservesText(about);
}

/** What is to be signed about the cold address that a statement names. */
export function findColdStatement(
  { about, addresses }: SignableStatement,
  house: string,
): ReservesStatement | undefined {
  const cold = addresses.find(({ place }) => place === 'cold')?.address;
  const parsed = cold === undefined ? undefined : parseAddress(cold);
  return parsed !== undefined && 'address' in parsed ? { ...about, house, address: parsed.address } : undefined;
}
