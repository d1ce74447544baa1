import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { limitRate, takeHit } from '../../platform/limits/public.ts';
import { areMessagesLate, queueMessage } from '../../platform/messaging/public.ts';
import { hashCode, hashTarget, newCode } from '../../platform/tokens.ts';
import { type Contact, maskContact, type IdentityDeps, findWord } from '../accounts/public.ts';
import { insertChallenge, type CodePurpose } from './challenge-store.ts';
import type { CodeAsker } from './code-asker.ts';
import { resendWindow, sendingWindows } from './sending-windows.ts';
import { takeSmsBudget, type SmsPart } from './take-sms-budget.ts';

export type SentCode = {
  readonly challengeId: string;
  readonly expiresAt: Date;
  readonly resendAfterSeconds: number;
  readonly sentTo: string;
  /** Messages of this kind leave late at the moment: the code may take long. */
  readonly delayed: boolean;
};

/** A sent code as the contract shows it. */
export function codeView(sent: SentCode): Omit<SentCode, 'expiresAt'> & { readonly expiresAt: string } {
  return toWire(sent);
}

// Over by whichever clock.
const longOver = new Date(0);

/**
 * Makes a code and queues its message; it leaves when `tx` has committed. Earlier codes stay good until they expire.
 * Throws `CODE_RESEND_TOO_SOON`, `TOO_MANY_REQUESTS` over the limits of `sendingWindows`, or `SMS_LIMIT_REACHED` over the
 * day's budget of text messages, of which nothing is used up by what goes to nobody.
 */
export async function sendCode(
  tx: DbTx,
  deps: Pick<IdentityDeps, 'clock' | 'settings' | 'keys' | 'alert'>,
  input: {
    readonly purpose: CodePurpose;
    readonly contact: Contact;
    /** The sign-in or person the code belongs to; empty for a registration. */
    readonly subject: string;
    readonly language: string | null;
    readonly asker: CodeAsker;
    /** Whose word the message begins with: the person who has proven to have this contact, or null where nobody has. */
    readonly wordOf: PersonId | null;
    /** Nobody has this contact: all is done as ever, but the message is never sent. */
    readonly toNobody?: boolean;
  },
): Promise<SentCode> {
  const now = deps.clock.now();
  const targetHash = hashTarget(deps.keys.hashKey, input.contact);
  await takeSending(tx, deps, { ...input, targetHash, now });
  if (input.contact.kind === 'phone') {
    const part = smsPartOf(input.purpose, input.asker);
    await takeSmsBudget(tx, deps, { contact: input.contact, part, toNobody: input.toNobody === true, now });
  }

  const challengeId = randomUUID();
  const code = newCode();
  const expiresAt = new Date(now.getTime() + deps.settings.codeLifetimeMs);
  const codeHash = hashCode(deps.keys.hashKey, challengeId, code);
  await insertChallenge(tx, {
    id: challengeId,
    purpose: input.purpose,
    targetHash,
    subject: input.subject,
    codeHash,
    createdAt: now,
    expiresAt,
  });
  const channel = input.contact.kind === 'phone' ? 'sms' : 'email';
  const delayed = await areMessagesLate(tx, channel);
  await queueMessage(tx, deps.keys, {
    dedupeKey: `code:${challengeId}`,
    channel,
    recipient: input.contact.value,
    template: `code-${input.purpose}`,
    values: { code },
    language: input.language,
    word: input.wordOf === null ? undefined : await findWord(tx, deps.keys, input.wordOf),
    expiresAt: input.toNobody === true ? longOver : expiresAt,
  });
  return {
    challengeId,
    expiresAt,
    resendAfterSeconds: Math.ceil(deps.settings.codeResendMs / 1000),
    sentTo: maskContact(input.contact),
    delayed,
  };
}

async function takeSending(
  tx: DbTx,
  { settings }: Pick<IdentityDeps, 'settings'>,
  { now, ...sending }: Parameters<typeof resendWindow>[1] & { readonly now: Date },
): Promise<void> {
  const soon = await takeHit(tx, resendWindow(settings, sending), now);
  if (soon !== undefined)
    throw problem('CODE_RESEND_TOO_SOON', { retryAfterSeconds: Math.ceil(soon.retryAfterMs / 1000) });
  for (const window of sendingWindows(settings, sending)) await limitRate(tx, window, now);
}

/** Whose part of the day's text messages a code is sent from. */
function smsPartOf(purpose: CodePurpose, asker: CodeAsker): SmsPart {
  if (asker.kind === 'device') return 'known';
  if (purpose === 'recover' || purpose === 'reset-factors') return 'way-back';
  return asker.kind === 'person' && purpose !== 'new-contact' ? 'known' : 'anybody';
}
