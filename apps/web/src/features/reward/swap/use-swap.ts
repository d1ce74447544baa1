import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import type { OverviewView } from '@tern/contracts/routes/wallets';
import { formatAmount } from '@tern/money/format-amount';
import { unitsFromWire } from '@tern/money/units';
import { useState } from 'react';
import { getAsset } from '../../../shared/get-asset.ts';
import { readAmountInput } from '../../../shared/read-amount-input.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { useKeeping, useKeptDraft } from '../../../shared/use-kept-draft.ts';
import { useCountdown } from '../../../shared/use-countdown.ts';
import { writeAmountInput } from '../../../shared/money+reward/write-amount-input.ts';
import type { SwapOptions } from '../shared/swap-options-query.ts';
import { keptOfSwap } from './kept-swap.ts';
import type { Obstacle } from './obstacle-text.ts';
import { changeToken, findDirection, listGiven, listTaken, readSwapAmount, type SwapForm } from './swap-form.ts';
import { quoteQuery } from '../shared/swap-queries.ts';
import { useSettled } from './use-settled.ts';

type SwapInput = {
  account: AccountView;
  installation: InstallationView;
  overview: OverviewView;
  options: SwapOptions;
  initial: Pick<SwapForm, 'assetOut' | 'assetIn'> & { amount: string | undefined };
};

/** What is filled in, the quote for it, and what still keeps the way on closed. */
export function useSwap({ account, installation, overview, options, initial }: SwapInput) {
  const { directions, terms } = options;
  const { form, setForm, plain, forget } = useSwapForm(initial, directions);
  const [isHeld, hold] = useState(false);
  const direction = findDirection(directions, form);
  if (direction === undefined) throw new Error('no such pair');
  const sideOf = (assetId: AssetView['id']) => ({
    asset: getAsset(installation, assetId),
    balance: overview.balances.find((balance) => balance.assetId === assetId)?.available ?? '0',
  });
  const [given, taken] = [sideOf(form.assetOut), sideOf(form.assetIn)];
  const amount = readSwapAmount(plain, { direction, decimals: given.asset.decimals, available: given.balance });
  const plainAmount = amount.units === undefined ? undefined : formatAmount(amount.units, given.asset.decimals);
  const canQuote = direction.closed === null && amount.problem === undefined && plainAmount !== undefined;
  const settledAmount = useSettled(plainAmount);
  const quote = useQuery({
    ...quoteQuery(
      {
        walletId: overview.wallet.id,
        assetOut: form.assetOut,
        assetIn: form.assetIn,
        amount: settledAmount ?? '',
      },
      terms.quoteLifetimeS * 1000,
    ),
    // While its execution is under way a quote is not taken away from under it.
    enabled: canQuote && !isHeld && settledAmount === plainAmount,
  });
  const held = canQuote && settledAmount === plainAmount && quote.error === null ? quote.data : undefined;
  const secondsLeft = useCountdown(held?.expiresAtMs ?? null);
  const isLocked = account.factorsLockedUntil !== null || account.freeze !== null;
  const quoteProblem = canQuote && quote.error !== null ? readProblem(quote.error) : undefined;
  const obstacle: Obstacle | undefined = isLocked
    ? 'locked'
    : direction.closed !== null
      ? 'closed'
      : (amount.problem ?? (quoteProblem ? 'no-quote' : held === undefined ? 'asking' : undefined));
  return {
    form,
    direction,
    given,
    taken,
    plainAmount,
    held,
    secondsLeft,
    lifetimeS: terms.quoteLifetimeS,
    quoteProblem,
    obstacle,
    /** What is wrong with what was entered; nothing while nothing was. */
    problem: form.isMax || form.amount !== '' ? amount.problem : undefined,
    givenChoices: listGiven(directions),
    takenChoices: listTaken(directions, form.assetOut),
    /** The amount field's text: what was typed, or the most there is. */
    amountText: form.isMax && plainAmount !== undefined ? writeAmountInput(plainAmount) : form.amount,
    forget,
    hold,
    renew: () => void quote.refetch(),
    type: (text: string) => setForm((current) => ({ ...current, amount: text, isMax: false })),
    takeMost: () => setForm((current) => ({ ...current, amount: '', isMax: true })),
    chooseToken: (side: 'given' | 'taken', assetId: AssetView['id']) =>
      setForm((current) => changeToken(current, { side, assetId }, directions)),
    /** The other way round, beginning with what this way would have brought. */
    reverse: () =>
      setForm({
        assetOut: form.assetIn,
        assetIn: form.assetOut,
        amount:
          held === undefined
            ? ''
            : writeAmountInput(formatAmount(unitsFromWire(held.quote.amountIn), taken.asset.decimals)),
        isMax: false,
      }),
  };
}

/** What was filled in before, or what this page's address says, and the amount as a plain decimal. */
function useSwapForm(initial: SwapInput['initial'], directions: SwapOptions['directions']) {
  const { i18n } = useLingui();
  const kept = useKeptDraft('swap', keptOfSwap);
  const [untouched] = useState<SwapForm>({ ...initial, amount: initial.amount ?? '', isMax: false });
  const [form, setForm] = useState<SwapForm>(() => {
    const values = { ...untouched, ...kept.values };
    // The pair may be gone by now.
    const { assetOut, assetIn } = findDirection(directions, values) ?? initial;
    return { ...values, assetOut, assetIn, amount: writeAmountInput(values.amount) };
  });
  const plain = form.isMax ? 'max' : readAmountInput(form.amount, i18n.locale);
  useKeeping(kept, { ...form, amount: form.isMax ? '' : plain }, untouched);
  return { form, setForm, plain, forget: kept.forget };
}

export type Swap = ReturnType<typeof useSwap>;
