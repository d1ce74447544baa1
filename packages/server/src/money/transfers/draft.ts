import { createHash } from 'node:crypto';
import type { DraftId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem, type DomainError } from '@tern/contracts/problem';
import type { DraftView } from '@tern/contracts/routes/transfers';
import { add, subtractOrZero, unitsToWire, type Units } from '@tern/money/units';
import type { ReceiverClass } from '../../chain/addresses/public.ts';
import type { TypedContact } from '../../people/discovery/public.ts';
import { canonicalJson } from '../../platform/idempotency/public.ts';
import { approvalsNeeded, type ReviewLimits, type SendContent } from './withdrawal.ts';

/** A phone number, e-mail address or username in its one form, and the name its owner chose to show. */
export type SentTo = { readonly contact: TypedContact; readonly name: string };

/** What a person is shown before confirming, fixed for five minutes. */
export type Draft = SendContent & {
  readonly id: DraftId;
  readonly networkId: 'tron';
  /** Who was found by a typed contact, and the name that showed them; null for an address. */
  readonly sentTo: SentTo | null;
  readonly receiverClass: ReceiverClass;
  /** Version of the terms it keeps whatever is decided meanwhile; null where it is older than versions. */
  readonly termsVersion: number | null;
  readonly expiresAt: Date;
};

/** A draft as stored, with what may have happened to it. Judged by database time. */
export type StoredDraft = Draft & { readonly hash: Buffer; readonly used: boolean; readonly expired: boolean };

export const draftLifetimeMs = 5 * 60_000;

/** What the factors authorise: every field that decides who gets what from whom. Another byte anywhere, another hash. */
export function hashDraft(draft: Draft): Buffer {
  const content = {
    version: 1,
    id: draft.id,
    personId: draft.personId,
    walletId: draft.walletId,
    assetId: draft.assetId,
    networkId: draft.networkId,
    settlement: draft.settlement,
    receiverWalletId: draft.receiverWalletId,
    ownMove: draft.ownMove,
    to: draft.toAddress,
    amount: unitsToWire(draft.amount),
    fee: unitsToWire(draft.fee),
    usdtValue: unitsToWire(draft.usdtValue),
    memo: draft.memo,
    expiresAt: draft.expiresAt.toISOString(),
    // Left out where there is none, as it was before there were versions.
    ...(draft.termsVersion === null ? {} : { terms: draft.termsVersion }),
    // Left out for an address, as it was before people could be found.
    ...(draft.sentTo === null ? {} : { sentTo: { contact: draft.sentTo.contact.value, name: draft.sentTo.name } }),
  };
  return createHash('sha256').update(canonicalJson(content)).digest();
}

export function renderDraft(
  draft: Draft,
  shown: { available: Units; limits: ReviewLimits; typed: string; toLabel: string | null },
): DraftView {
  const { available, limits, typed, toLabel } = shown;
  const total = add(draft.amount, draft.fee);
  const atOnce = draft.settlement === 'internal' ? 'at-once' : 'about-a-minute';
  return toWire({
    id: draft.id,
    hash: hashDraft(draft).toString('hex'),
    walletId: draft.walletId,
    assetId: draft.assetId,
    networkId: draft.networkId,
    settlement: draft.settlement,
    receiverClass: draft.receiverClass,
    to: draft.sentTo === null ? draft.toAddress : typed,
    sentTo: renderSentTo(draft.sentTo),
    toLabel,
    amount: draft.amount,
    fee: draft.fee,
    total,
    keeps: subtractOrZero(available, total),
    memo: draft.memo,
    arrival: approvalsNeeded(draft, limits) > 0 ? 'after-review' : atOnce,
    factors: draft.ownMove ? ['trade-password'] : ['trade-password', 'authenticator'],
    expiresAt: draft.expiresAt,
  });
}

export function renderSentTo(sentTo: SentTo | null): DraftView['sentTo'] {
  return sentTo && { contact: sentTo.contact.value, name: sentTo.name };
}

/** What speaks against confirming a draft that was shown with this hash (hexadecimal): it is no longer that, or no longer good. */
export function findDraftFault(draft: StoredDraft, hash: string): DomainError | undefined {
  if (!draft.hash.equals(hashDraft(draft)) || draft.hash.toString('hex') !== hash) return problem('DRAFT_CHANGED');
  return draft.expired ? problem('DRAFT_EXPIRED') : undefined;
}
