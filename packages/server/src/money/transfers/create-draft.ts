import { newId, type DraftId, type PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import { addressRefusal } from '@tern/contracts/problems/transfers';
import type { DraftView, VerdictView } from '@tern/contracts/routes/transfers';
import type { DbReader } from '@tern/db/database';
import { getBalances } from '@tern/ledger/balances';
import type { AssetId } from '@tern/money/asset';
import { parseAmount } from '@tern/money/parse-amount';
import { add, subtract, subtractOrZero, zero, type Units } from '@tern/money/units';
import { parseAddress } from '@tern/tron/address';
import { amountWithinUsdt, findPrice, valueInUsdtCeil, type Price } from '../../chain/prices/public.ts';
import type { SendingTerms } from '../../people/terms/public.ts';
import { findWalletByAddress, getOwnWallet, type Wallet } from '../../people/wallets/public.ts';
import type { Factors, SendingDeps } from './deps.ts';
import { insertDraft, readDraftExpiry } from './draft-store.ts';
import { renderDraft, type Draft } from './draft.ts';
import type { Examination } from './examine-address.ts';
import { examineReceiver, type TypedReceiver } from './examine-receiver.ts';
import { findRuleRefusal } from './find-rule-refusal.ts';
import { checkLevelRoom, findLevelRooms } from './level-room.ts';
import { readMemo } from './memo.ts';
import { quoteFee } from './quote-fee.ts';
import { isAssetPaused, listPaidBefore, sumOfLastDay, type PaidPair } from './withdrawal-store.ts';

export type CreateDraftInput = TypedReceiver & {
  readonly networkId: string;
  /** As typed. */
  readonly amount: string;
  /** `balance`: the fee comes on top. `amount`: the receiver gets the amount less the fee. */
  readonly feeFrom: 'balance' | 'amount';
  readonly memo?: string | undefined;
  readonly acknowledged: readonly string[];
};

/**
 * Fixes amount, fee and receiver for five minutes. The checks come in the order in which a person can act on them:
 * factors, network, address, amount. Nothing is held yet, and the limits that others can use up are counted again
 * at the confirmation. Throws the problems the contract lists for this route.
 */
export async function createDraft(deps: SendingDeps, input: CreateDraftInput): Promise<DraftView> {
  const { db } = deps;
  const wallet = await getOwnWallet(db.kysely, input.personId, input.walletId);
  await checkFactors(deps, input);
  if (input.networkId !== 'tron') throw problem('NETWORK_REQUIRED');
  const examination = await examineReceiver(deps, { ...input, walletId: wallet.id });
  const { address, sentTo } = examination;
  const receiver = { personId: input.personId, address, byContact: sentTo !== null };
  const { ownMove, settlement, receiverClass } = examination.screening;
  checkVerdicts(examination.screening.verdicts, input.acknowledged);
  if (!ownMove) {
    const refusal = await findRuleRefusal(db.kysely, receiver);
    if (refusal !== undefined) throw refusal;
    await checkHold(db.kysely, deps.factors, receiver);
  }
  const typed = readAmount(deps, input);
  const price = await findSendablePrice(deps, { assetId: input.assetId, settlement });
  const { version: termsVersion, sending: terms } = await deps.terms.getCurrent(db.kysely);
  const fee = await quoteFee(deps, { ...examination, assetId: input.assetId, walletId: wallet.id, terms });
  if (fee === undefined) throw problem('FEE_UNKNOWN');
  const amount = input.feeFrom === 'amount' ? subtractOrZero(typed, fee) : typed;
  if (!ownMove) {
    const extra = input.feeFrom === 'amount' ? fee : zero;
    checkBounds(terms, { assetId: input.assetId, amount, price, extra });
    await checkDailyLimit(deps, terms, { personId: input.personId, assetId: input.assetId, amount, price });
    if (settlement === 'chain') {
      const send = { assetId: input.assetId, amount, usdtValue: valueInUsdtCeil(amount, price) };
      const rooms = await findLevelRooms(db.kysely, [{ personId: input.personId, usdtValue: send.usdtValue }]);
      checkLevelRoom(rooms.get(input.personId), send);
    }
  }
  const available = await checkBalance(deps, { wallet, assetId: input.assetId, amount, fee });
  const memo = readMemo(input.memo);
  if ('fault' in memo) throw problem('MEMO_INVALID');
  const draft: Draft = {
    id: newId<DraftId>(),
    personId: input.personId,
    walletId: wallet.id,
    assetId: input.assetId,
    networkId: 'tron',
    settlement,
    receiverClass,
    receiverWalletId: examination.wallet?.id ?? null,
    ownMove,
    toAddress: address,
    sentTo,
    amount,
    fee,
    usdtValue: valueInUsdtCeil(amount, price),
    memo: memo.memo,
    termsVersion,
    expiresAt: await readDraftExpiry(db.kysely),
  };
  if (ownMove) await deps.limitOwnMoves(input.personId);
  await insertDraft(db.kysely, draft);
  const listed = examination.screening.verdicts.find(({ code }) => code === 'in-address-book');
  return renderDraft(draft, { available, limits: terms, typed: input.to.trim(), toLabel: listed?.knownLabel ?? null });
}

async function checkFactors({ db, factors }: SendingDeps, { personId, walletId, to }: CreateDraftInput): Promise<void> {
  const { tradePasswordSet, authenticatorBound, lockedUntil } = await factors.findFactors(db.kysely, personId);
  if (!tradePasswordSet) throw problem('TRADE_PASSWORD_NOT_SET');
  if (!authenticatorBound) {
    // Between one's own wallets the trade password is enough, so the receiver has to be looked at first.
    const parsed = parseAddress(to.trim());
    const receiver = 'address' in parsed ? await findWalletByAddress(db.kysely, parsed.address) : undefined;
    const ownMove = receiver?.personId === personId && receiver.id !== walletId;
    if (!ownMove) throw problem('AUTHENTICATOR_NOT_BOUND');
  }
  if (lockedUntil !== null) throw problem('FACTORS_LOCKED', toWire({ until: lockedUntil }));
}

function checkVerdicts(verdicts: readonly VerdictView[], acknowledged: readonly string[]): void {
  for (const { code, severity } of verdicts) {
    if (severity !== 'refusal') continue;
    if (code === 'own-wallet') throw problem('ADDRESS_OWN');
    // Throws for a refusal the problem has no word for: refused all the same.
    throw problem('ADDRESS_REFUSED', { reason: addressRefusal.parse(code) });
  }
  const open = verdicts.filter(({ code, severity }) => severity === 'warning' && !acknowledged.includes(code));
  if (open.length > 0) throw problem('WARNING_NOT_ACKNOWLEDGED', { verdicts: open.map(({ code }) => code) });
}

/** A hold stops payments to addresses that this person never completed a payment to. */
async function checkHold(db: DbReader, factors: Factors, receiver: PaidPair): Promise<void> {
  const { personId } = receiver;
  const hold = (await factors.findHolds(db, [personId])).get(personId);
  if (hold === undefined) return;
  const paidBefore = await listPaidBefore(db, [receiver]);
  if (paidBefore.has(personId)) return;
  throw problem('SENDING_HELD', toWire({ until: hold.until, reason: hold.reason }));
}

function readAmount({ assets }: SendingDeps, { amount, assetId }: CreateDraftInput): Units {
  const parsed = parseAmount(amount, assets[assetId].decimals);
  if ('fault' in parsed) {
    if (parsed.fault === 'empty') throw problem('AMOUNT_REQUIRED');
    throw problem('AMOUNT_INVALID', { fault: parsed.fault });
  }
  if (parsed.units === zero) throw problem('AMOUNT_INVALID', { fault: 'zero' });
  return parsed.units;
}

async function findSendablePrice(
  { db, chain }: SendingDeps,
  { assetId, settlement }: { assetId: AssetId; settlement: Examination['screening']['settlement'] },
): Promise<Price> {
  const price = await findPrice(db.kysely, assetId);
  const onChain = assetId === 'trx' || chain.contracts[assetId] !== undefined;
  // Without any price the limits could not be applied, so nothing leaves.
  if (price === undefined) throw problem('ASSET_NOT_SENDABLE');
  if (settlement === 'chain' && (!onChain || (await isAssetPaused(db.kysely, assetId))))
    throw problem('ASSET_NOT_SENDABLE');
  return price;
}

function checkBounds(
  { minimums, maximumUsdt }: SendingTerms,
  { assetId, amount, price, extra }: { assetId: AssetId; amount: Units; price: Price; extra: Units },
): void {
  const minimum = minimums[assetId];
  if (amount < minimum) throw problem('AMOUNT_BELOW_MINIMUM', toWire({ assetId, limit: add(minimum, extra) }));
  const maximum = amountWithinUsdt(maximumUsdt, price);
  if (amount > maximum) {
    throw problem('AMOUNT_ABOVE_MAXIMUM', toWire({ assetId, limit: add(maximum, extra) }));
  }
}

async function checkDailyLimit(
  { db }: SendingDeps,
  { dailyMaximumUsdt }: SendingTerms,
  { personId, assetId, amount, price }: { personId: PersonId; assetId: AssetId; amount: Units; price: Price },
): Promise<void> {
  const left = subtractOrZero(dailyMaximumUsdt, await sumOfLastDay(db.kysely, personId));
  const within = amountWithinUsdt(left, price);
  if (amount > within) throw problem('DAILY_LIMIT_REACHED', toWire({ assetId, limit: within }));
}

async function checkBalance(
  { db }: SendingDeps,
  { wallet, assetId, amount, fee }: { wallet: Wallet; assetId: AssetId; amount: Units; fee: Units },
): Promise<Units> {
  const available = (await getBalances(db.kysely, { walletId: wallet.id })).get(assetId)?.available ?? zero;
  // Not added up: the largest amount a person can write plus a fee is no amount any more.
  if (amount > available || fee > subtract(available, amount))
    throw problem('INSUFFICIENT_BALANCE', toWire({ assetId, available }));
  return available;
}
