import type { Assertion } from '@tern/tron/signer-protocol';
import { isWitnessName, witnessesMax } from '../record/witness-name.ts';
import type { NewCredential } from './open-enrolments.ts';
import type { PageDesk, PolicyDraft } from './page-desk.ts';

/** The calls of the page, by the last part of their path. A path that is not here does not exist. */
export const pageCalls: Readonly<Record<string, (desk: PageDesk, body: unknown) => unknown>> = {
  state: (desk) => desk.getState(),
  'begin-enrolment': (desk, body) => desk.beginEnrolment(readText(body, 'operator', 60)),
  'finish-enrolment': (desk, body) => {
    desk.finishEnrolment(readText(body, 'challenge', 100), readCredential(body), readAssertion(body));
    return desk.getState();
  },
  propose: (desk, body) => {
    desk.propose(readDraft(body));
    return desk.getState();
  },
  approve: async (desk, body) => {
    await desk.approve(readText(body, 'challenge', 100), readAssertion(body));
    return await desk.getState();
  },
  record: (desk) => ({ record: desk.getRecord() }),
};

function readDraft(body: unknown): PolicyDraft {
  const limits = readMember(body, 'limits');
  const limitsOf = (assetId: string): PolicyDraft['limits']['trx'] => {
    const given = readMember(limits, assetId);
    return { perOrder: readText(given, 'perOrder', 40), perDay: readText(given, 'perDay', 40) };
  };
  const witnesses = readMember(body, 'witnesses');
  if (!Array.isArray(witnesses) || witnesses.length > witnessesMax) throw new Error('Name up to ten witnesses.');
  return {
    limits: { trx: limitsOf('trx'), usdt: limitsOf('usdt'), reward: limitsOf('reward') },
    feeLimit: readText(body, 'feeLimit', 40),
    cold: readText(body, 'cold', 60),
    witnesses: witnesses.map((name: unknown) => {
      if (!isWitnessName(name)) throw new Error('The name of a witness has 1 to 80 letters.');
      return name;
    }),
  };
}

function readCredential(body: unknown): NewCredential {
  const given = readMember(body, 'credential');
  const algorithm = readText(given, 'algorithm', 10);
  if (algorithm !== 'ES256' && algorithm !== 'EdDSA')
    throw new Error('This security key has another kind of key. Take one with ES256 or EdDSA.');
  return {
    credentialId: readText(given, 'credentialId', 1_400),
    algorithm,
    publicKey: readText(given, 'publicKey', 1_000),
  };
}

function readAssertion(body: unknown): Assertion {
  const given = readMember(body, 'assertion');
  const read = (name: string): string => readText(given, name, 4_000);
  return {
    credentialId: read('credentialId'),
    authenticatorData: read('authenticatorData'),
    clientDataJson: read('clientDataJson'),
    signature: read('signature'),
  };
}

function readText(body: unknown, name: string, lengthMax: number): string {
  const value = readMember(body, name);
  if (typeof value !== 'string' || value.length > lengthMax) throw new Error(`${name} is missing or too long`);
  return value.trim();
}

function readMember(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) throw new Error(`${name} is missing`);
  return (body as Readonly<Record<string, unknown>>)[name];
}
