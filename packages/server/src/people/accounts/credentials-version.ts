import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';

declare const held: unique symbol;

/** Proof that a person's credentials are still the ones a sign-in began with, and stay so until the transaction ends. */
export type HeldCredentials = { readonly personId: PersonId; readonly [held]: true };

/**
 * Holds the credentials a sign-in began with until the transaction ends; undefined where they are others by now. Call it
 * first in the transaction that opens the session: whoever ends all sessions comes before it, and is seen, or after it.
 */
export async function holdCredentials(
  tx: DbTx,
  { personId, version }: { readonly personId: PersonId; readonly version: number },
): Promise<HeldCredentials | undefined> {
  const row = await tx
    .selectFrom('people')
    .select('credentials_version')
    .where('id', '=', personId)
    .forShare()
    .executeTakeFirst();
  return row?.credentials_version === version ? ({ personId } as HeldCredentials) : undefined;
}

/** Those of a person who was added in this very transaction: nobody else can have changed them. */
export function newCredentials(personId: PersonId): HeldCredentials {
  return { personId } as HeldCredentials;
}

/** Makes every sign-in that has begun come to nothing. Waits for those that are opening their session at this moment. */
export async function raiseCredentialsVersion(tx: DbTx, personId: PersonId): Promise<void> {
  await tx
    .updateTable('people')
    .set((eb) => ({ credentials_version: eb('credentials_version', '+', 1) }))
    .where('id', '=', personId)
    .execute();
}
