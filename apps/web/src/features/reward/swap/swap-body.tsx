import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { SwapView } from '@tern/contracts/routes/swaps';
import type { OverviewView } from '@tern/contracts/routes/wallets';
import { Button } from '@tern/ui/button';
import { InfoIcon } from '@tern/ui/icons';
import { ArrowUpDownIcon } from '@tern/ui/inside-icons';
import { Alert } from '@tern/ui/notice';
import { Page } from '@tern/ui/page';
import { useState, type ReactNode } from 'react';
import { useNavigate, type NavigateFunction } from 'react-router';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { formatBalance } from '../../../shared/format-amount.ts';
import { FreezeNote } from '../../../shared/inside/freeze-note.tsx';
import { LazyMissingFactorSheet } from '../../../shared/inside/lazy-missing-factor-sheet.ts';
import { UnsureNote } from '../../../shared/money+reward/unsure-note.tsx';
import type { Unsure } from '../../../shared/money+reward/use-unsure.ts';
import { onDemand } from '../../../shared/on-demand.tsx';
import { paths } from '../../../shared/paths.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';
import { queryTopics } from '../../../shared/queries.ts';
import type { SwapOptions } from '../shared/swap-options-query.ts';
import { amountText, obstacleText } from './obstacle-text.ts';
import { QuoteCard } from './quote-card.tsx';
import { swapPathOf } from './swap-search.ts';
import { TokenField, TokenChoice } from './token-field.tsx';
import { useSwap, type Swap } from './use-swap.ts';

const VerifySheet = onDemand(async () => (await import('./verify-sheet.tsx')).VerifySheet);

/** The form with its live quote. */
export function SwapBody(props: {
  bar: ReactNode;
  account: AccountView;
  installation: InstallationView;
  overview: OverviewView;
  options: SwapOptions;
  initial: Parameters<typeof useSwap>[0]['initial'];
  walletId: string | undefined;
  unsure: Unsure;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const swap = useSwap(props);
  const ends = endsOf(swap, props.unsure, queries, navigate);
  const { given, taken, held, direction } = swap;
  const [sheet, setSheet] = useState<'missing-factor' | 'verify'>();
  const closed =
    direction.closed === null ? undefined : problemText({ code: 'SWAP_CLOSED', data: { reason: direction.closed } });

  const ownPath = swapPathOf(swap.form, { amount: swap.plainAmount, walletId: props.walletId });
  function goOn() {
    if (!props.account.factors.tradePassword) {
      // What is filled in stays in this page's address, for the way back.
      void navigate(ownPath, { replace: true });
      setSheet('missing-factor');
      return;
    }
    setSheet('verify');
  }
  return (
    <Page bar={props.bar} foot={<GoOn swap={swap} onGoOn={goOn} />}>
      <Notes account={props.account} unsure={props.unsure} />
      <Sides swap={swap} installation={props.installation} balances={props.overview.balances} />
      <Closed text={closed} quoteProblem={swap.quoteProblem} />
      {closed === undefined ? (
        <>
          <QuoteCard swap={swap} terms={props.options.terms} installation={props.installation} />
          <PromiseNote />
        </>
      ) : null}
      <LazyMissingFactorSheet
        open={sheet === 'missing-factor'}
        missing={['tradePassword']}
        returnPath={ownPath}
        onClose={() => setSheet(undefined)}
      />
      <VerifySheet
        open={sheet === 'verify'}
        held={held}
        quoteProblem={swap.quoteProblem}
        given={given.asset}
        taken={taken.asset}
        lifetimeS={props.options.terms.quoteLifetimeS}
        secondsLeft={swap.secondsLeft}
        onHold={swap.hold}
        onRenew={swap.renew}
        onClose={() => {
          setSheet(undefined);
          swap.hold(false);
          readAgain(queries);
        }}
        {...ends}
      />
      <p className="visually-hidden" role="status">
        {held === undefined ? '' : t`You get ${exactAmountWithUnit(held.quote.amountIn, taken.asset)}`}
      </p>
    </Page>
  );
}

/** What follows the verification, however it ends. */
function endsOf(swap: Swap, unsure: Unsure, queries: QueryClient, navigate: NavigateFunction) {
  return {
    onUnsure(isUnsure: boolean) {
      // A reload must not find the same swap filled in.
      if (isUnsure) swap.forget();
      unsure.mark(isUnsure);
    },
    onLeftUnsure() {
      readAgain(queries);
      unsure.beginAnew();
    },
    onDone({ id }: SwapView) {
      swap.forget();
      readAgain(queries);
      void navigate(`${paths.swapRecord}?id=${id}`, { replace: true });
    },
  };
}

/** What was swapped last and may have gone through, and a hold of the account. */
function Notes(props: { account: AccountView; unsure: Unsure }) {
  return (
    <>
      <UnsureNote unsure={props.unsure} to={paths.swapRecord} link={<Trans>See your swap records</Trans>}>
        <Trans>Your last swap may have gone through. Check your swap records before you swap again.</Trans>
      </UnsureNote>
      <FreezeNote freeze={props.account.freeze} />
    </>
  );
}

function readAgain(queries: QueryClient) {
  for (const topic of [queryTopics.overview, queryTopics.records, queryTopics.swaps, queryTopics.pool]) {
    void queries.invalidateQueries({ queryKey: [topic] });
  }
}

/** Why nothing can be swapped now: the pair is closed, or there is no quote. */
function Closed(props: { text: string | undefined; quoteProblem: Problem | undefined }) {
  if (props.text !== undefined) return <Alert kind="warning">{props.text}</Alert>;
  if (props.quoteProblem === undefined) return null;
  return (
    <Alert kind="warning" announce>
      {problemText(props.quoteProblem)}
    </Alert>
  );
}

/** What is given and what is got for it, each with its token. */
function Sides(props: {
  swap: ReturnType<typeof useSwap>;
  installation: InstallationView;
  balances: OverviewView['balances'];
}) {
  const { t } = useLingui();
  const { swap, installation, balances } = props;
  const { given, taken, held, problem } = swap;
  return (
    <div className="swap-sides">
      <TokenField
        side="given"
        label={t`You give`}
        asset={given.asset}
        amount={swap.amountText}
        balance={given.balance}
        isMax={swap.form.isMax}
        error={problem === undefined ? undefined : amountText(problem, given.asset)}
        errorWaits={problem?.code === 'AMOUNT_BELOW_MINIMUM'}
        onType={swap.type}
        onMax={swap.takeMost}
      >
        <TokenChoice
          title={t`Token you give`}
          installation={installation}
          chosen={given.asset.id}
          assetIds={swap.givenChoices}
          balances={balances}
          onChoose={(assetId) => swap.chooseToken('given', assetId)}
        />
      </TokenField>
      <button type="button" className="swap-reverse" aria-label={t`Switch direction`} onClick={swap.reverse}>
        <ArrowUpDownIcon size="s" />
      </button>
      <TokenField
        side="taken"
        label={t`You get`}
        asset={taken.asset}
        amount={held === undefined ? undefined : formatBalance(held.quote.amountIn, taken.asset.decimals)}
        balance={taken.balance}
      >
        <TokenChoice
          title={t`Token you get`}
          installation={installation}
          chosen={taken.asset.id}
          assetIds={swap.takenChoices}
          balances={balances}
          onChoose={(assetId) => swap.chooseToken('taken', assetId)}
        />
      </TokenField>
    </div>
  );
}

/** The seconds the quote holds, and the button with what is given at it, or with why there is none. */
function GoOn({ swap, onGoOn }: { swap: ReturnType<typeof useSwap>; onGoOn: () => void }) {
  const { held, obstacle, given } = swap;
  const amount = `${formatBalance(held?.quote.amountOut ?? '0', given.asset.decimals)} ${given.asset.symbol}`;
  return (
    <>
      {held === undefined ? null : <QuoteClock secondsLeft={swap.secondsLeft} />}
      <Button block needsConnection disabled={obstacle !== undefined} onClick={onGoOn}>
        {obstacle === undefined ? (
          <span>
            <Trans>
              Swap <bdi dir="ltr">{amount}</bdi>
            </Trans>
          </span>
        ) : (
          obstacleText(obstacle, given.asset)
        )}
      </Button>
    </>
  );
}

/** How long the quote above the button holds. */
function QuoteClock({ secondsLeft }: { secondsLeft: number }) {
  return (
    <p className="caption center">
      {secondsLeft === 0 ? (
        <Trans>Getting a new quote</Trans>
      ) : (
        <Plural
          value={secondsLeft}
          one="Valid for # second, then we get a new quote"
          other="Valid for # seconds, then we get a new quote"
        />
      )}
    </p>
  );
}

function PromiseNote() {
  return (
    <p className="caption cluster swap-note">
      <InfoIcon size="s" />
      <span>
        <Trans>You get exactly this amount, or the swap does not happen and nothing leaves your balance.</Trans>
      </span>
    </p>
  );
}
