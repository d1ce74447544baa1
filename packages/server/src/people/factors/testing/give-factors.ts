import type { PersonId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { sql } from 'kysely';
import type { IdentityDeps } from '../../accounts/public.ts';
import { newAuthenticatorSecret } from '../authenticator.ts';

/** For tests: gives somebody a trade password with this hash and an authenticator, without the way there; returns its key. */
export async function giveFactors(
  db: Database,
  { keys }: Pick<IdentityDeps, 'keys'>,
  { personId, hash }: { readonly personId: PersonId; readonly hash: string },
): Promise<string> {
  const secret = newAuthenticatorSecret();
  await sql`
    INSERT INTO trade_passwords (person_id, hash, set_at) VALUES (${personId}, ${hash}, now())`.execute(db.kysely);
  await sql`
    INSERT INTO authenticators (person_id, secret_sealed, last_step, confirmed_at)
    VALUES (${personId}, ${keys.factorBox.seal(secret, personId)}, 0, now())`.execute(db.kysely);
  return secret;
}
