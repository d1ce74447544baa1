import type { AccountView } from '@tern/contracts/routes/identity';

// The session itself is a cookie no script can read. This note says whose it is: it spares a signed-out visitor the
// question, and what the device keeps is read and written for this person only.
export const signedInKey = 'signed-in';

export function hasSignedInBefore(): boolean {
  return readSessionOwner() !== null;
}

/** The id of the person who is signed in on this device, in whichever tab. */
export function readSessionOwner(): string | null {
  return localStorage.getItem(signedInKey);
}

/** Notes that there is a session, however it began. */
export function noteSession({ personId }: Pick<AccountView, 'personId'>) {
  localStorage.setItem(signedInKey, personId);
}
