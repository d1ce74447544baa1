import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { hashToken, newToken } from '../../platform/tokens.ts';

/** The remembered device of this person that a cookie's token belongs to. */
export async function findDevice(
  db: DbReader,
  { personId, token, now }: { readonly personId: PersonId; readonly token: string; readonly now: Date },
): Promise<{ readonly id: string } | undefined> {
  return db
    .selectFrom('devices')
    .select('id')
    .where('person_id', '=', personId)
    .where('token_hash', '=', hashToken(token))
    .where('remembered_until', '>', now)
    .executeTakeFirst();
}

/** Whether a device is remembered still; nobody forgets it before the transaction ends. */
export async function holdDevice(tx: DbTx, { id, now }: { readonly id: string; readonly now: Date }): Promise<boolean> {
  const row = await tx
    .selectFrom('devices')
    .select('id')
    .where('id', '=', id)
    .where('remembered_until', '>', now)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** The remembered device that a cookie's token belongs to, whosever it is. */
export async function findRememberedDevice(
  db: DbReader,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<{ readonly id: string } | undefined> {
  return db
    .selectFrom('devices')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .where('remembered_until', '>', now)
    .executeTakeFirst();
}

/** Remembers a browser under a new token: one planted in it beforehand is worth nothing. */
export async function insertDevice(
  tx: DbTx,
  device: {
    readonly personId: PersonId;
    readonly userAgent: string;
    readonly registered: boolean;
    readonly now: Date;
    readonly rememberedUntil: Date;
  },
): Promise<{ readonly id: string; readonly token: string }> {
  const id = randomUUID();
  const token = newToken();
  await tx
    .insertInto('devices')
    .values({
      id,
      person_id: device.personId,
      token_hash: hashToken(token),
      user_agent: device.userAgent,
      registered: device.registered,
      created_at: device.now,
      remembered_until: device.rememberedUntil,
    })
    .execute();
  return { id, token };
}

/** Whether the account was opened on this device, and since when it has existed. */
export async function getRegistration(
  db: DbReader,
  { personId, deviceId }: { readonly personId: PersonId; readonly deviceId: string },
): Promise<{ readonly registeredAt: Date; readonly onThisDevice: boolean }> {
  const row = await db
    .selectFrom('people')
    .innerJoin('devices', 'devices.person_id', 'people.id')
    .select(['people.created_at', 'devices.registered'])
    .where('people.id', '=', personId)
    .where('devices.id', '=', deviceId)
    .executeTakeFirstOrThrow();
  return { registeredAt: row.created_at, onThisDevice: row.registered };
}
