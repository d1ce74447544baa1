import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import type { OwnLevelView } from '@tern/contracts/levels';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import type { TransferOptionView } from '@tern/contracts/routes/transfers';
import type { WalletView } from '@tern/contracts/routes/wallets';
import { receiverKind } from '@tern/contracts/receiver-kind';
import { formatAmount } from '@tern/money/format-amount';
import { unitsFromWire } from '@tern/money/units';
import { parseAddress } from '@tern/tron/browser';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { FactorPage } from '../../../shared/factor-path.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { readReceiver } from '../../../shared/money+records/receiver-state.ts';
import { paths } from '../../../shared/paths.ts';
import { readAmountInput } from '../../../shared/read-amount-input.ts';
import type { Problem } from '../../../shared/problem.ts';
import { isPassing } from '../../../shared/read-problem.ts';
import { useSearch, type Search } from '../../../shared/search-params.ts';
import { useKeeping, useKeptDraft } from '../../../shared/use-kept-draft.ts';
import { writeAmountInput } from '../../../shared/money+reward/write-amount-input.ts';
import { keptOfTransfer, type KeptTransfer } from './kept-transfer.ts';
import { findObstacle, type Readiness } from './obstacle.ts';
import type { Pasted } from './address-field.tsx';
import {
  chooseAsset,
  expectArrival,
  findAddressStep,
  findOwnRule,
  findRefusal,
  isOwnMove,
  preselectNetwork,
  readAmount,
  splitAmount,
  type Terms,
  type TransferForm,
} from './transfer-form.ts';
import { addressReportQuery } from './transfer-queries.ts';
import { transferPathOf, transferSearch } from './transfer-search.ts';

export type TransferInput = {
  account: AccountView;
  installation: InstallationView;
  wallet: WalletView;
  options: readonly TransferOptionView[];
  level: OwnLevelView | null;
};

/** `isAnew` where this page's address is not to fill the form in once more. */
type TransferStart = TransferInput & { isAnew: boolean };

/** What is filled in, what is known about it, and what still keeps the way on closed. */
export function useTransfer({ account, installation, wallet, options, level, isAnew }: TransferStart) {
  const { i18n } = useLingui();
  const search = useFilledIn();
  const kept = useKeptDraft('transfer', keptOfTransfer);
  const [untouched] = useState(() => readSearch(options, isAnew ? nothingFilledIn : search));
  const [form, setForm] = useState<TransferForm>(() => {
    const { assetId: _, ...values } = { ...untouched, ...kept.values };
    const { assetId } = getOption(options, chooseAsset(options, kept.values.assetId ?? search.coin)?.assetId);
    return {
      ...values,
      assetId,
      amount: writeAmountInput(values.amount),
      keptAddress: undefined,
      acceptedAddress: undefined,
    };
  });

  const option = getOption(options, form.assetId);
  const asset = getAsset(installation, form.assetId);
  const receiver = useReceiver(wallet.id, form);
  const { report } = receiver;
  const [refusal, ruled] = [report && findRefusal(report), report && findOwnRule(report)];
  const terms: Terms = {
    option,
    decimals: asset.decimals,
    feeFrom: form.feeFrom,
    fee: report === undefined || report.fee === null ? undefined : unitsFromWire(report.fee),
    isOwnMove: isOwnMove(report),
    level: report?.settlement === 'chain' ? readLevel(option, level) : undefined,
  };
  const plain = form.isMax ? 'max' : readAmountInput(form.amount, i18n.locale);
  useKeeping(kept, { ...form, amount: form.isMax ? '' : plain }, untouched);
  const amount = readAmount(plain, terms);
  const split = amount.units === undefined ? undefined : splitAmount(amount.units, terms);
  const obstacle = findObstacle({
    isLocked: account.factorsLockedUntil !== null || account.freeze !== null,
    hasNetwork: form.networkId !== undefined,
    address: stateOf(receiver, form.to, (refusal ?? ruled) !== undefined),
    step: report && findAddressStep(report, form),
    isSendable: option.sendable || report?.settlement === 'internal',
    isFeeKnown: terms.fee !== undefined,
    amountProblem: amount.problem,
  });

  function keptAmount(): string {
    return amount.units === undefined ? '' : formatAmount(amount.units, asset.decimals);
  }
  function change(changes: Partial<TransferForm>) {
    setForm((current) => ({ ...current, ...changes }));
  }
  return {
    form,
    option,
    asset,
    ...receiver,
    refusal,
    ruled,
    terms,
    amount,
    split,
    obstacle,
    /** The amount field's text: what was typed, or the most there is. */
    amountText:
      form.isMax && amount.units !== undefined
        ? writeAmountInput(formatAmount(amount.units, asset.decimals))
        : form.amount,
    arrival: report && split && expectArrival(split.receives, terms, report.settlement),
    forget: kept.forget,
    missing: listMissingFactors(account, terms.isOwnMove),
    change,
    chooseCoin(assetId: AssetView['id']) {
      if (assetId === form.assetId) return;
      change({ assetId, networkId: preselectNetwork(getOption(options, assetId)), amount: '', isMax: false });
    },
    typeAddress(to: string, byPerson: boolean) {
      // What was pasted is forgotten when the person types over it, not when a script changes the field.
      change({ to, ...(byPerson ? { pasted: undefined } : {}) });
    },
    pasteAddress({ address, amount: asked }: Pasted) {
      change({
        to: address,
        pasted: address,
        ...(asked === undefined ? {} : { amount: writeAmountInput(asked), isMax: false }),
      });
    },
    /** This page's address with the form in it. */
    ownPath() {
      return transferPathOf({ ...form, amount: keptAmount() }, { walletId: search.wallet });
    },
    /** The scan page's address with all of the form that a scanned code may leave open. */
    scanPath() {
      return transferPathOf({ ...form, amount: keptAmount(), to: '' }, { page: paths.scan, walletId: search.wallet });
    },
  };
}

function readLevel({ levelRemaining }: TransferOptionView, level: OwnLevelView | null): Terms['level'] {
  if (level === null || levelRemaining === null) return undefined;
  return { remaining: unitsFromWire(levelRemaining), moreAt: level.moreAt };
}

/** What is known about the receiver in the form. Looking for people is counted, so it happens only when somebody asks. */
function useReceiver(walletId: string, { assetId, to }: Pick<TransferForm, 'assetId' | 'to'>) {
  const parsed = parseAddress(to);
  const isContact = receiverKind(to) !== 'address';
  const [sought, setSought] = useState<string>();
  const isAsked = isContact ? sought === to : 'address' in parsed;
  const check = useQuery({
    ...addressReportQuery({ walletId, assetId, to }),
    enabled: isAsked,
    ...(isContact ? { staleTime: Infinity } : {}),
  });
  const report = isAsked ? check.data : undefined;
  const isFaulty = !isContact && 'fault' in parsed && parsed.fault !== 'empty';
  const addressProblem: Problem | undefined = isFaulty
    ? { code: 'ADDRESS_INVALID', data: { fault: parsed.fault } }
    : undefined;
  const canRetry = check.error !== null && report === undefined && isAsked && (!isContact || isPassing(check.error));
  return { check, report, addressProblem, isContact, isAsked, canRetry, findPerson: () => setSought(to) };
}

function stateOf(
  { check, report, addressProblem, isContact, isAsked }: ReturnType<typeof useReceiver>,
  to: string,
  isRefused: boolean,
): Readiness['address'] {
  if (to === '') return 'missing';
  if (addressProblem !== undefined) return 'invalid';
  if (!isAsked) return 'unasked';
  if (isRefused) return 'refused';
  if (report !== undefined) return 'known';
  if (check.error === null) return 'checking';
  return isContact && !isPassing(check.error) ? 'invalid' : 'check-failed';
}

/** What this page's address or the navigation that led here fills in. */
function useFilledIn(): Search<typeof transferSearch> {
  const search = useSearch(transferSearch);
  const { state } = useLocation();
  return { ...search, to: search.to ?? readReceiver(state) };
}

const nothingFilledIn: Search<typeof transferSearch> = {
  wallet: undefined,
  coin: undefined,
  to: undefined,
  amount: undefined,
  memo: undefined,
  fee: 'balance',
};

/** The same as the form has it; the amount as a plain decimal. */
function readSearch(options: readonly TransferOptionView[], search: Search<typeof transferSearch>): KeptTransfer {
  const option = getOption(options, chooseAsset(options, search.coin)?.assetId);
  return {
    assetId: option.assetId,
    networkId: preselectNetwork(option),
    to: search.to?.trim() ?? '',
    pasted: undefined,
    amount: search.amount ?? '',
    isMax: false,
    feeFrom: search.fee,
    memo: search.memo ?? '',
  };
}

export type Transfer = ReturnType<typeof useTransfer>;

function getOption(options: readonly TransferOptionView[], assetId: AssetView['id'] | undefined): TransferOptionView {
  const option = options.find((each) => each.assetId === assetId);
  if (option === undefined) throw new Error('the installation has no coin to send');
  return option;
}

function listMissingFactors({ factors }: AccountView, ownMove: boolean): readonly FactorPage[] {
  return [
    ...(factors.tradePassword ? [] : (['tradePassword'] as const)),
    ...(factors.authenticator || ownMove ? [] : (['authenticator'] as const)),
  ];
}
