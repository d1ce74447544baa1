import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@tern/base/clock';
import type { Assertion } from '@tern/tron/signer-protocol';
import { checkOperatorKey, type OperatorKey } from '../policy-document.ts';
import { verifyAssertion } from '../verify-assertion.ts';

/** What the browser says of a new credential; `publicKey` as its `getPublicKey()` gives it, in base64url. */
export type NewCredential = Pick<OperatorKey, 'credentialId' | 'algorithm' | 'publicKey'>;

export type Enrolments = {
  /** A challenge, in base64url, for one security key of one operator. */
  readonly begin: (operator: string) => string;
  /**
   * The key behind a credential that signed the challenge, on this page and with the person verified.
   * @throws Error with a sentence, SignerRefusal `assertion-refused`
   */
  readonly finish: (challenge: string, credential: NewCredential, assertion: Assertion) => OperatorKey;
};

const lifetimeMs = 5 * 60 * 1_000;
const openMax = 20;

/**
 * Enrols keys by what they sign. What a browser says of a new credential is attested by nobody, so the key shows by a
 * signature over a challenge of this process that it exists, works and belongs to this page.
 */
export function openEnrolments({
  clock,
  rpId,
  origin,
}: { readonly clock: Clock } & Pick<OperatorKey, 'rpId' | 'origin'>): Enrolments {
  const open = new Map<string, { readonly operator: string; readonly untilMs: number }>();
  return {
    begin: (operator) => {
      for (const [challenge, { untilMs }] of open) if (untilMs <= clock.nowMs()) open.delete(challenge);
      if (open.size >= openMax) throw new Error('Too many keys are being enrolled. Wait five minutes.');
      const challenge = challengeFor(operator);
      open.set(challenge, { operator, untilMs: clock.nowMs() + lifetimeMs });
      return challenge;
    },
    finish: (challenge, { credentialId, algorithm, publicKey }, assertion) => {
      const begun = open.get(challenge);
      open.delete(challenge);
      if (begun === undefined || begun.untilMs <= clock.nowMs())
        throw new Error('This took longer than five minutes. Enrol the key again.');
      const key = checkOperatorKey({ operator: begun.operator, credentialId, algorithm, publicKey, rpId, origin });
      if (assertion.credentialId !== credentialId)
        throw new Error('Another security key answered. Enrol the key again.');
      verifyAssertion(assertion, { key, challenge, lastCount: 0 });
      return key;
    },
  };
}

/** The first line keeps it apart from what operators approve. */
function challengeFor(operator: string): string {
  const nonce = randomBytes(32).toString('hex');
  return createHash('sha256').update(`signer enrolment 1\n${operator}\n${nonce}`).digest('base64url');
}
