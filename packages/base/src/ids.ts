import { randomUUID } from 'node:crypto';

declare const brand: unique symbol;

/** A string or bigint that only its own maker may produce; two ids of different kinds do not mix. */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };

export type PersonId = Branded<string, 'PersonId'>;
export type SessionId = Branded<string, 'SessionId'>;
export type WalletId = Branded<string, 'WalletId'>;
export type DepositId = Branded<string, 'DepositId'>;
export type WithdrawalId = Branded<string, 'WithdrawalId'>;
export type DraftId = Branded<string, 'DraftId'>;
export type RecordId = Branded<string, 'RecordId'>;
export type MessageId = Branded<string, 'MessageId'>;
export type QuoteId = Branded<string, 'QuoteId'>;
export type SwapId = Branded<string, 'SwapId'>;
export type DistributionId = Branded<string, 'DistributionId'>;
export type OperatorId = Branded<string, 'OperatorId'>;
export type ActivityId = Branded<string, 'ActivityId'>;
export type ParticipationId = Branded<string, 'ParticipationId'>;
export type TreasuryOrderId = Branded<string, 'TreasuryOrderId'>;
export type EntryId = Branded<string, 'EntryId'>;
export type AddressEntryId = Branded<string, 'AddressEntryId'>;
export type WalletConnectionId = Branded<string, 'WalletConnectionId'>;
export type ConnectionRequestId = Branded<string, 'ConnectionRequestId'>;
export type PriceAlertId = Branded<string, 'PriceAlertId'>;
export type AnnouncementId = Branded<string, 'AnnouncementId'>;
export type ChangeId = Branded<string, 'ChangeId'>;
export type ComplaintId = Branded<string, 'ComplaintId'>;
export type FactorResetId = Branded<string, 'FactorResetId'>;
export type OperatorChangeId = Branded<string, 'OperatorChangeId'>;
export type OperatorKeyId = Branded<string, 'OperatorKeyId'>;
export type BreakGlassId = Branded<string, 'BreakGlassId'>;
/** Of a person; an operator has an `OperatorKeyId`. */
export type PasskeyId = Branded<string, 'PasskeyId'>;
/** Of another system that calls the service API. */
export type ServiceKeyId = Branded<string, 'ServiceKeyId'>;
export type SuggestionId = Branded<string, 'SuggestionId'>;
export type SurplusId = Branded<string, 'SurplusId'>;
export type WebhookId = Branded<string, 'WebhookId'>;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text has the form of an id, in small letters. Pure. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** A new random UUID (v4). */
export function newId<Id extends Branded<string, string>>(): Id {
  return randomUUID() as string as Id;
}

/** A new time-ordered UUID (v7): rows made later sort later, which keeps indexes compact. */
export function newOrderedId<Id extends Branded<string, string>>(nowMs: number): Id {
  const time = nowMs.toString(16).padStart(12, '0');
  // Node keeps random bytes in stock for this one alone; the variant is in it already.
  const random = randomUUID().slice(15);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}` as Id;
}
