import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import {
  amountInput,
  assetField,
  codeInput,
  draftIdField,
  idempotencyHeaders,
  idField,
  networkField,
  recordIdField,
  timeField,
  tradePasswordInput,
  unitsField,
  walletIdField,
} from '../fields.ts';
import { ownLevelView } from '../levels.ts';
import { recordView } from './records.ts';

/** What is known about a receive address. `warning`s must be acknowledged before a draft is made; `refusal`s stop. */
export const verdictCode = z.enum([
  'own-wallet',
  'other-own-wallet',
  'person-here',
  'first-time',
  'looks-like-known',
  'contract',
  'not-activated-on-tron',
  'never-used-on-chain',
  'zero-address',
  'token-contract',
  'contract-takes-no-trx',
  'house-address',
  'blacklisted',
  'in-address-book',
  'first-time-person',
]);
export const verdictView = z.object({
  code: verdictCode,
  severity: z.enum(['info', 'warning', 'refusal']),
  /** For `looks-like-known`: the known address it resembles. */
  knownAddress: z.string().nullable(),
  /** Name in the sender's address book, of the known address or for `in-address-book` of this one. */
  knownLabel: z.string().nullable(),
});
export type VerdictView = z.infer<typeof verdictView>;

/** The phone number or e-mail address that finds the receiver, in its one form, and the name they chose to show. */
export const sentToView = z.object({ contact: z.string(), name: z.string() });

export const receiverClass = z.enum(['internal', 'holds-token', 'no-token', 'not-activated']);

export const transferOptionView = z.object({
  assetId: assetField,
  available: unitsField,
  minimum: unitsField,
  maximum: unitsField,
  dailyRemaining: unitsField,
  /** What can leave to the chain now by the person's level, with what of this coin is free of it; null: it limits nothing. */
  levelRemaining: unitsField.nullable(),
  /** From this amount on a person reviews the transfer first. */
  reviewFrom: unitsField,
  networks: z.array(networkField),
  sendable: z.boolean(),
});
export type TransferOptionView = z.infer<typeof transferOptionView>;

export const draftView = z.object({
  id: idField,
  /** Hash over everything below that the factors authorise. */
  hash: z.string(),
  walletId: idField,
  assetId: assetField,
  networkId: networkField,
  settlement: z.enum(['chain', 'internal']),
  receiverClass,
  /** As typed for a person who was found, whose address stays their own. */
  to: z.string(),
  /** Who was found; null for an address. */
  sentTo: sentToView.nullable(),
  /** The receiver's name in the sender's address book. For display, not part of the hash. */
  toLabel: z.string().nullable(),
  /** What the receiver gets. */
  amount: unitsField,
  fee: unitsField,
  /** amount + fee: what leaves the balance. */
  total: unitsField,
  /** Available balance after this transfer. */
  keeps: unitsField,
  memo: z.string().nullable(),
  arrival: z.enum(['at-once', 'about-a-minute', 'after-review']),
  /** Factors the confirmation demands, in the order asked. */
  factors: z.array(z.enum(['trade-password', 'authenticator'])),
  expiresAt: timeField,
});
export type DraftView = z.infer<typeof draftView>;

export const transferRoutes = {
  transferOptions: oc
    .route({
      method: 'GET',
      path: '/transfers/options',
      summary: 'Assets, balances and limits for a transfer',
      tags: ['transfers'],
    })
    .input(z.object({ walletId: walletIdField }))
    // `level` is null where there are no levels.
    .output(z.object({ options: z.array(transferOptionView), level: ownLevelView.nullable() }))
    .errors(declareProblems()),

  checkAddress: oc
    .route({
      method: 'POST',
      path: '/transfers/check-address',
      summary: 'What is known about a receiver, and the fee',
      tags: ['transfers'],
    })
    .input(z.strictObject({ walletId: walletIdField, assetId: assetField, to: z.string().max(200) }))
    .output(
      z.object({
        /** As typed for a person who was found. */
        address: z.string(),
        sentTo: sentToView.nullable(),
        settlement: z.enum(['chain', 'internal']),
        receiverClass,
        verdicts: z.array(verdictView),
        /** By the sender's own rules it cannot be paid now; `until` says when, null where that is not set. */
        ownRule: z
          .object({ code: z.enum(['ADDRESS_NOT_LISTED', 'ADDRESS_WAITING']), until: timeField.nullable() })
          .nullable(),
        /** Null when it cannot be estimated now. */
        fee: unitsField.nullable(),
      }),
    )
    .errors(
      declareProblems(
        'ADDRESS_REQUIRED',
        'ADDRESS_INVALID',
        'EMAIL_INVALID',
        'RECEIVER_NOT_FOUND',
        'TOO_MANY_REQUESTS',
      ),
    ),

  createDraft: oc
    .route({
      method: 'POST',
      path: '/transfers/drafts',
      summary: 'Fix amount, fee and receiver for five minutes',
      tags: ['transfers'],
    })
    .input(
      z.strictObject({
        walletId: walletIdField,
        assetId: assetField,
        networkId: z.string().max(40),
        to: z.string().max(200),
        amount: amountInput,
        /** `balance`: the fee comes on top. `amount`: the receiver gets the amount less the fee. */
        feeFrom: z.enum(['balance', 'amount']).default('balance'),
        memo: z.string().max(400).optional(),
        acknowledged: z.array(verdictCode).max(15).default([]),
      }),
    )
    .output(draftView)
    .errors(
      declareProblems(
        'TRADE_PASSWORD_NOT_SET',
        'AUTHENTICATOR_NOT_BOUND',
        'FACTORS_LOCKED',
        'NETWORK_REQUIRED',
        'ADDRESS_REQUIRED',
        'ADDRESS_INVALID',
        'EMAIL_INVALID',
        'RECEIVER_NOT_FOUND',
        'ADDRESS_OWN',
        'ADDRESS_REFUSED',
        'WARNING_NOT_ACKNOWLEDGED',
        'ADDRESS_NOT_LISTED',
        'ADDRESS_WAITING',
        'SENDING_HELD',
        'AMOUNT_REQUIRED',
        'AMOUNT_INVALID',
        'AMOUNT_BELOW_MINIMUM',
        'AMOUNT_ABOVE_MAXIMUM',
        'DAILY_LIMIT_REACHED',
        'LEVEL_LIMIT_REACHED',
        'INSUFFICIENT_BALANCE',
        'MEMO_INVALID',
        'ASSET_NOT_SENDABLE',
        'FEE_UNKNOWN',
      ),
    ),

  confirmDraft: oc
    .route({
      method: 'POST',
      path: '/transfers/drafts/{draftId}/confirm',
      summary: 'Authorise a draft with both factors',
      tags: ['transfers'],
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: z.object({ draftId: draftIdField }),
        headers: idempotencyHeaders,
        body: z.strictObject({
          hash: z.string().max(128),
          tradePassword: tradePasswordInput,
          authenticatorCode: codeInput.optional(),
        }),
      }),
    )
    .output(recordView)
    .errors(
      declareProblems(
        'DRAFT_EXPIRED',
        'DRAFT_CHANGED',
        'RECEIVER_CHANGED',
        'ACCOUNT_FROZEN',
        'DRAFT_USED',
        'TRADE_PASSWORD_NOT_SET',
        'TRADE_PASSWORD_WRONG',
        'AUTHENTICATOR_NOT_BOUND',
        'AUTHENTICATOR_CODE_WRONG',
        'AUTHENTICATOR_CODE_USED',
        'FACTORS_LOCKED',
        'SENDING_HELD',
        'INSUFFICIENT_BALANCE',
        'DAILY_LIMIT_REACHED',
        'LEVEL_LIMIT_REACHED',
        'ASSET_NOT_SENDABLE',
        'ADDRESS_REFUSED',
        'ADDRESS_NOT_LISTED',
        'ADDRESS_WAITING',
      ),
    ),

  cancelTransfer: oc
    .route({
      method: 'POST',
      path: '/transfers/{recordId}/cancel',
      summary: 'Cancel a transfer that waits for review',
      tags: ['transfers'],
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: z.object({ recordId: recordIdField }),
        headers: idempotencyHeaders,
        body: z.strictObject({}),
      }),
    )
    .output(recordView)
    .errors(declareProblems('NOT_CANCELLABLE')),
};
