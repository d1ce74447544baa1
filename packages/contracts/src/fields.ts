import type {
  ActivityId,
  AddressEntryId,
  AnnouncementId,
  BreakGlassId,
  ChangeId,
  ComplaintId,
  ConnectionRequestId,
  DepositId,
  DistributionId,
  DraftId,
  EntryId,
  FactorResetId,
  MessageId,
  OperatorChangeId,
  OperatorKeyId,
  PasskeyId,
  PersonId,
  PriceAlertId,
  QuoteId,
  RecordId,
  ServiceKeyId,
  SessionId,
  SuggestionId,
  SurplusId,
  SwapId,
  TreasuryOrderId,
  WalletConnectionId,
  WalletId,
  WebhookId,
  WithdrawalId,
} from '@tern/base/ids';
import { z } from 'zod';

/** An amount in base units: decimal digits only. */
export const unitsField = z.string().regex(/^(0|[1-9]\d{0,77})$/);

/** What a person typed as an amount; the server parses it and says precisely what is wrong. */
export const amountInput = z.string().max(120);

export const assetField = z.enum(['usdt', 'trx', 'reward']);
/** Who says what something costs. */
export const priceSourceField = z.enum(['operator', 'chain', 'ticker']);
/** Short name of a currency unit in lower case, such as `usdt`. */
export const currencyField = z.string().regex(/^[a-z]{3,8}$/);
export const networkField = z.enum(['tron']);
export const timeField = z.iso.datetime();
/** A day of UTC that the calendar has, from 2000 on, as `2026-11-21`. */
export const dayField = z
  .string()
  .regex(/^20\d{2}-\d{2}-\d{2}$/)
  .refine((day) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true);
/**
 * An id of no kind: in what is answered, and in an input where a page has made it itself or where it names a step that is under
 * way. Ids are compared as text: however they are written, they are one.
 */
export const idField = z.uuid().toLowerCase();

/** Where the page before ended, as `next` of its answer said it. What the server did not write is refused when it is read. */
export const listCursor = z.string().max(200);

/** The check of every kind of id, with the type of one: what was parsed needs no cast, and ids of two kinds do not mix. */
type IdField<Id extends string> = z.ZodType<Id, string>;
const anyIdField = idField.clone() as unknown as IdField<never>;
export const personIdField: IdField<PersonId> = anyIdField;
export const sessionIdField: IdField<SessionId> = anyIdField;
export const walletIdField: IdField<WalletId> = anyIdField;
export const depositIdField: IdField<DepositId> = anyIdField;
export const withdrawalIdField: IdField<WithdrawalId> = anyIdField;
export const draftIdField: IdField<DraftId> = anyIdField;
export const recordIdField: IdField<RecordId> = anyIdField;
export const messageIdField: IdField<MessageId> = anyIdField;
export const quoteIdField: IdField<QuoteId> = anyIdField;
export const swapIdField: IdField<SwapId> = anyIdField;
export const distributionIdField: IdField<DistributionId> = anyIdField;
export const activityIdField: IdField<ActivityId> = anyIdField;
export const entryIdField: IdField<EntryId> = anyIdField;
export const addressEntryIdField: IdField<AddressEntryId> = anyIdField;
export const priceAlertIdField: IdField<PriceAlertId> = anyIdField;
export const walletConnectionIdField: IdField<WalletConnectionId> = anyIdField;
export const connectionRequestIdField: IdField<ConnectionRequestId> = anyIdField;
export const treasuryOrderIdField: IdField<TreasuryOrderId> = anyIdField;
export const announcementIdField: IdField<AnnouncementId> = anyIdField;
export const breakGlassIdField: IdField<BreakGlassId> = anyIdField;
export const changeIdField: IdField<ChangeId> = anyIdField;
export const complaintIdField: IdField<ComplaintId> = anyIdField;
export const factorResetIdField: IdField<FactorResetId> = anyIdField;
export const operatorChangeIdField: IdField<OperatorChangeId> = anyIdField;
export const operatorKeyIdField: IdField<OperatorKeyId> = anyIdField;
export const passkeyIdField: IdField<PasskeyId> = anyIdField;
export const serviceKeyIdField: IdField<ServiceKeyId> = anyIdField;
export const suggestionIdField: IdField<SuggestionId> = anyIdField;
export const surplusIdField: IdField<SurplusId> = anyIdField;
export const webhookIdField: IdField<WebhookId> = anyIdField;

/** A language as browsers name it, for example `de` or `zh-Hant`. */
export const languageInput = z
  .string()
  .max(20)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/);

/** Six ASCII digits. */
export const codeInput = z.string().regex(/^\d{6}$/);
export const loginPasswordInput = z.string().min(1).max(1024);
export const tradePasswordInput = z.string().max(64);

/** A phone number as typed with its chosen area code, or an e-mail address. The server normalises both. */
export const targetInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('phone'), areaCode: z.string().max(8), number: z.string().max(40) }),
  z.strictObject({ kind: z.literal('email'), email: z.string().max(320) }),
]);
export type TargetInput = z.infer<typeof targetInput>;

/** Header of every request that moves money or must not happen twice; made by the client before sending. */
export const idempotencyHeaders = z.object({ 'idempotency-key': idField });
