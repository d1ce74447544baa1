import { generate } from 'otplib';
import type { Api } from './api.ts';
import { readCode } from './inbox.ts';
import type { Person } from './person.ts';

/** Six digits that are no run, no repeat and no date. */
export const tradePassword = '739146';

/** Sets the trade password of the person signed in on the device. */
export async function setTradePassword(api: Api, person: Person): Promise<void> {
  const proof = await proveContact(api, person, 'set-trade-password');
  await api.identity.setTradePassword({ ...proof, tradePassword });
}

/** Binds an authenticator and returns its key, from which `authenticatorCode` makes codes. */
export async function bindAuthenticator(api: Api, person: Person): Promise<string> {
  const proof = await proveContact(api, person, 'bind-authenticator');
  const { bindingId, secret } = await api.identity.beginAuthenticator(proof);
  await api.identity.confirmAuthenticator({ bindingId, code: await authenticatorCode(secret) });
  return secret;
}

/** What an authenticator app with this key shows now. */
export async function authenticatorCode(secret: string): Promise<string> {
  return await generate({ secret });
}

async function proveContact(
  api: Api,
  person: Person,
  purpose: 'set-trade-password' | 'bind-authenticator',
): Promise<{ loginPassword: string; challengeId: string; code: string }> {
  const { challengeId } = await api.identity.sendFactorCode({ purpose });
  return { loginPassword: person.password, challengeId, code: await readCode(person.contact) };
}
