import { newId, type DraftId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import { addressRefusal } from '@tern/contracts/problems/transfers';
import type { DraftView, VerdictView } from '@tern/contracts/routes/transfers';
import type { AssetId } from '@tern/money/asset';
import { parseAmount } from '@tern/money/parse-amount';
import { add, subtract, subtractOrZero, zero, type Units } from '@tern/money/units';
import { amountWithinUsdt, valueInUsdtCeil, type Price } from '../../chain/prices/public.ts';
import type { SendingTerms } from '../../people/terms/public.ts';
import type { SendingDeps } from './deps.ts';
import { openDraftLanes, type DraftLanes } from './draft-lanes.ts';
import { renderDraft } from './draft.ts';
import type { Examination } from './examine-address.ts';
import { examineReceiver, readTypedFacts, type TypedReceiver } from './examine-receiver.ts';
import { findRuleRefusal } from './find-rule-refusal.ts';
import { checkLevelRoom, findLevelRooms } from './level-room.ts';
import { readMemo } from './memo.ts';
import { quoteFee } from './quote-fee.ts';
import type { SendFacts } from './send-facts.ts';

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
 * at the confirmation. What waits in the same `lanes` at one moment shares its statements. Throws the problems the
 * contract lists for this route.
 */
export async function createDraft(
  deps: SendingDeps,
  input: CreateDraftInput,
  lanes: DraftLanes = openDraftLanes(deps),
): Promise<DraftView> {
  const { personId, assetId } = input;
  const { readFacts } = lanes;
  const facts = await readTypedFacts(readFacts, input);
  if (facts.payer === undefined) throw problem('NOT_FOUND');
  checkFactors(facts, input);
  if (input.networkId !== 'tron') throw problem('NETWORK_REQUIRED');
  const examination = await examineReceiver({ ...deps, readFacts }, facts, input);
  const { address, sentTo, known, screening } = examination;
  const { ownMove, settlement, receiverClass } = screening;
  checkVerdicts(screening.verdicts, input.acknowledged);
  if (!ownMove) checkReceiver(known, { byContact: sentTo !== null });
  const typed = readAmount(deps, input);
  const price = findSendablePrice(deps, known, { assetId, settlement });
  const { version: termsVersion, sending: terms } = known.terms;
  const fee = await quoteFee(deps, { ...examination, assetId });
  if (fee === undefined) throw problem('FEE_UNKNOWN');
  const amount = input.feeFrom === 'amount' ? subtractOrZero(typed, fee) : typed;
  if (!ownMove) {
    const extra = input.feeFrom === 'amount' ? fee : zero;
    checkBounds(terms, { assetId, amount, price, extra });
    checkDailyLimit(known, { assetId, amount, price });
    if (settlement === 'chain') {
      const send = { assetId, amount, usdtValue: valueInUsdtCeil(amount, price) };
      const rooms = await findLevelRooms(deps.db.kysely, [{ personId, usdtValue: send.usdtValue }]);
      checkLevelRoom(rooms.get(personId), send);
    }
  }
  checkBalance(known, { assetId, amount, fee });
  const memo = readMemo(input.memo);
  if ('fault' in memo) throw problem('MEMO_INVALID');
  if (ownMove) await deps.limitOwnMoves(personId);
  const draft = await lanes.keep({
    id: newId<DraftId>(),
    personId,
    walletId: facts.payer.id,
    assetId,
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
  });
  const listed = screening.verdicts.find(({ code }) => code === 'in-address-book');
  const { available } = known;
  return renderDraft(draft, { available, limits: terms, typed: input.to.trim(), toLabel: listed?.knownLabel ?? null });
}

function checkFactors({ factors, owner }: SendFacts, { personId, walletId }: CreateDraftInput): void {
  const { tradePasswordSet, authenticatorBound, lockedUntil } = factors;
  if (!tradePasswordSet) throw problem('TRADE_PASSWORD_NOT_SET');
  // Between one's own wallets the trade password is enough.
  const ownMove = owner?.personId === personId && owner.id !== walletId;
  if (!authenticatorBound && !ownMove) throw problem('AUTHENTICATOR_NOT_BOUND');
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

/** A hold stops payments to addresses that this person never completed a payment to, as their own rules may. */
function checkReceiver(known: SendFacts, named: { readonly byContact: boolean }): void {
  const refusal = findRuleRefusal(known, named);
  if (refusal !== undefined) throw refusal;
  const { hold, paidBefore } = known;
  if (hold === undefined || paidBefore) return;
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

function findSendablePrice(
  { chain }: SendingDeps,
  { prices, paused }: SendFacts,
  { assetId, settlement }: { assetId: AssetId; settlement: Examination['screening']['settlement'] },
): Price {
  const price = prices.get(assetId);
  const onChain = assetId === 'trx' || chain.contracts[assetId] !== undefined;
  // Without any price the limits could not be applied, so nothing leaves.
  if (price === undefined) throw problem('ASSET_NOT_SENDABLE');
  if (settlement === 'chain' && (!onChain || paused)) throw problem('ASSET_NOT_SENDABLE');
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

function checkDailyLimit(
  { terms, sentToday }: SendFacts,
  { assetId, amount, price }: { assetId: AssetId; amount: Units; price: Price },
): void {
  const left = subtractOrZero(terms.sending.dailyMaximumUsdt, sentToday);
  const within = amountWithinUsdt(left, price);
  if (amount > within) throw problem('DAILY_LIMIT_REACHED', toWire({ assetId, limit: within }));
}

function checkBalance(
  { available }: SendFacts,
  { assetId, amount, fee }: { assetId: AssetId; amount: Units; fee: Units },
): void {
  // Not added up: the largest amount a person can write plus a fee is no amount any more.
  if (amount > available || fee > subtract(available, amount))
    throw problem('INSUFFICIENT_BALANCE', toWire({ assetId, available }));
}
