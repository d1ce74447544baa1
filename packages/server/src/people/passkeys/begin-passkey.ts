import { randomUUID } from 'node:crypto';
import { problem } from '@tern/contracts/problem';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import type { ApiSession } from '../../platform/api-context.ts';
import { maskContact, type IdentityDeps, getMainContact } from '../accounts/public.ts';
import { spendCode } from '../codes/public.ts';
import { proveAgain, type Again, proveBoundAuthenticator } from '../factors/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { insertCeremony, listPasskeyRows } from './passkey-store.ts';
import { newChallenge, passkeyAlgorithms, passkeysMax, relyingParty } from './passkey.ts';

/** What the browser needs to have a passkey made. */
export type BegunPasskey = {
  readonly ceremonyId: string;
  /** base64url, as all bytes here */
  readonly challenge: string;
  readonly relyingParty: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string };
  readonly algorithms: number[];
  readonly known: { id: string; transports: string[] }[];
  readonly timeoutMs: number;
};

/** Starts adding a passkey: asks for what setting up any factor asks for. Throws the contract's problems. */
export async function beginPasskey(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'keys' | 'alert'>,
  input: Again & { readonly session: ApiSession; readonly factor?: PresentFactor | undefined },
): Promise<BegunPasskey> {
  const { personId } = input.session;
  if ((await listPasskeyRows(deps.db.kysely, personId)).length >= passkeysMax) throw problem('PASSKEYS_FULL');
  const code = await proveAgain(deps, { ...input, purpose: 'add-passkey' });
  const factor = await proveBoundAuthenticator(deps, { personId, factor: input.factor });

  return changeAccount(deps.db, input.session, async (tx) => {
    const now = deps.clock.now();
    await spendCode(tx, code, now);
    await factor.spend(tx, now);
    const challenge = newChallenge();
    const ceremonyId = randomUUID();
    const expiresAt = new Date(now.getTime() + deps.settings.passkeyMs);
    await insertCeremony(tx, { id: ceremonyId, personId, challenge, now, expiresAt });
    const { id, name } = relyingParty(deps.settings);
    const known = await listPasskeyRows(tx, personId);
    return {
      ceremonyId,
      challenge: challenge.toString('base64url'),
      relyingParty: { id, name },
      user: {
        id: Buffer.from(personId.replaceAll('-', ''), 'hex').toString('base64url'),
        name: maskContact(await getMainContact(tx, personId)),
      },
      algorithms: [...passkeyAlgorithms],
      known: known.map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        transports: [...transports],
      })),
      timeoutMs: deps.settings.passkeyMs,
    };
  });
}
