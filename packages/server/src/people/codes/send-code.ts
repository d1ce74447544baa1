import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { limitRate, takeHit, ipBlocks } from '../../platform/limits/public.ts';
import { areMessagesLate, queueMessage } from '../../platform/messaging/public.ts';
import { hashCode, hashTarget, newCode } from '../../platform/tokens.ts';
import { type Contact, maskContact, type IdentityDeps, findWord } from '../accounts/public.ts';
import { insertChallenge, type CodePurpose } from './challenge-store.ts';
import { takeSmsBudget } from './take-sms-budget.ts';

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
  return { ...sent, expiresAt: sent.expiresAt.toISOString() };
}

const hourMs = 3_600_000;
// Over by whichever clock.
const longOver = new Date(0);

// Who can ask for a code has an hourly allowance of their own: what strangers ask for in somebody's name leaves that person
// enough codes for signing in and for their own changes.
const askedBy: Readonly<Record<CodePurpose, 'anybody' | 'who-has-the-password' | 'who-is-signed-in'>> = {
  register: 'anybody',
  recover: 'anybody',
  login: 'who-has-the-password',
  'set-trade-password': 'who-is-signed-in',
  'bind-authenticator': 'who-is-signed-in',
  'change-login-password': 'who-is-signed-in',
  'change-trade-password': 'who-is-signed-in',
  'unbind-authenticator': 'who-is-signed-in',
  'renew-recovery-codes': 'who-is-signed-in',
  'add-passkey': 'who-is-signed-in',
  'remove-passkey': 'who-is-signed-in',
  'set-word': 'who-is-signed-in',
  'change-contact': 'who-is-signed-in',
  // The person behind the contact is not the one who asks.
  'new-contact': 'anybody',
  'reset-factors': 'anybody',
  'close-account': 'who-is-signed-in',
  'export-data': 'who-is-signed-in',
};

/**
 * Makes a code and queues its message; it leaves when `tx` has committed. Earlier codes stay good until they expire.
 * Throws `CODE_RESEND_TOO_SOON`, `TOO_MANY_REQUESTS` over the hourly limits of the target and of the address, or
 * `SMS_LIMIT_REACHED` over the day's budget of text messages, which counts also what goes to nobody.
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
    readonly ip: string;
    /** Who asks, by a session or a right password; null for a stranger. */
    readonly asker: PersonId | null;
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
    await takeSmsBudget(tx, deps, { contact: input.contact, fromAnybody: askedBy[input.purpose] === 'anybody', now });
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
  {
    targetHash,
    purpose,
    ip,
    asker,
    now,
  }: {
    readonly targetHash: Buffer;
    readonly purpose: CodePurpose;
    readonly ip: string;
    readonly asker: PersonId | null;
    readonly now: Date;
  },
): Promise<void> {
  const target = targetHash.toString('base64url');
  const soon = await takeHit(
    tx,
    { key: `code-resend:${purpose}:${target}`, limit: 1, windowMs: settings.codeResendMs },
    now,
  );
  if (soon !== undefined)
    throw problem('CODE_RESEND_TOO_SOON', { retryAfterSeconds: Math.ceil(soon.retryAfterMs / 1000) });
  const windows = [
    { key: `code-target:${askedBy[purpose]}:${target}`, limit: settings.codesPerTargetHour, windowMs: hourMs },
    // Strangers of the same address use up nothing of what somebody who is known may ask for.
    {
      key: asker === null ? `code-ip:${ipBlocks(ip).line}` : `code-person:${asker}`,
      limit: settings.codesPerIpHour,
      windowMs: hourMs,
    },
  ];
  for (const window of windows) await limitRate(tx, window, now);
}
