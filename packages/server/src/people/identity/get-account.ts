import { assert } from '@tern/base/assert';
import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { AccountView } from '@tern/contracts/routes/identity';
import { maskContact, type IdentityDeps, getPerson, listContacts, findWord, findFreezes } from '../accounts/public.ts';
import { listDueAgreements } from '../agreements/public.ts';
import { findFactors } from '../factors/public.ts';
import { countPasskeys } from '../passkeys/public.ts';
import { findWaitingReset } from '../recovery/public.ts';
import { findHold } from '../safeguards/public.ts';

/** The signed-in person as the screens show them. */
export async function getAccount(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'keys' | 'describeAccount'>,
  personId: PersonId,
): Promise<AccountView> {
  const db = deps.db.kysely;
  const [person, contacts, factors, hold, described, word, passkeys, reset, due, freezes] = await Promise.all([
    getPerson(db, personId),
    listContacts(db, personId),
    findFactors(db, personId, deps.clock.now()),
    findHold(db, personId),
    deps.describeAccount(db, personId),
    findWord(db, deps.keys, personId),
    countPasskeys(db, personId),
    findWaitingReset(db, personId),
    listDueAgreements(db, personId),
    findFreezes(db, [personId]),
  ]);
  const masked = contacts.map((contact) => ({ kind: contact.kind, masked: maskContact(contact) }));
  const [account] = masked;
  const freeze = freezes.get(personId);
  assert(account !== undefined, 'every person has a contact');
  return toWire({
    personId,
    publicId: person.publicId,
    account,
    contacts: masked,
    activated: described.activated,
    inviteCode: person.inviteCode,
    factors: {
      tradePassword: factors.tradePasswordSet,
      authenticator: factors.authenticatorBound,
      recoveryCodesLeft: factors.recoveryCodesLeft,
      passkeys,
    },
    word: word ?? null,
    factorReset:
      reset === undefined
        ? null
        : {
            startedAt: reset.startedAt,
            readyAt: reset.readyAt,
            approvals: reset.approvals,
          },
    factorsLockedUntil: factors.lockedUntil,
    hold: hold === undefined ? null : { until: hold.until, reason: hold.reason },
    freeze: freeze === undefined ? null : { until: freeze.until },
    defaultWalletId: described.defaultWalletId,
    agreementsDue: [...due],
    language: person.language,
  });
}
