import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { QuoteView, SwapView } from '@tern/contracts/routes/swaps';
import { Amount } from '@tern/ui/amount';
import { Button } from '@tern/ui/button';
import { CountdownRing } from '@tern/ui/countdown-ring';
import { Facts } from '@tern/ui/facts';
import { Alert } from '@tern/ui/notice';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../shared/api.ts';
import { DigitsEntry } from '../../../shared/digits-entry.tsx';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { leavesOpen } from '../../../shared/activity+money+reward/leaves-open.ts';
import { LostAnswer } from '../../../shared/activity+money+reward/lost-answer.tsx';
import { paths } from '../../../shared/paths.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { isWorse } from './swap-form.ts';
import type { HeldQuote } from '../shared/swap-queries.ts';

export type VerifyProps = {
  held: HeldQuote | undefined;
  quoteProblem: Problem | undefined;
  given: AssetView;
  taken: AssetView;
  lifetimeS: number;
  secondsLeft: number;
  /** Keeps the quote as it is until it is let go. */
  onHold: (isHeld: boolean) => void;
  onRenew: () => void;
  onClose: () => void;
  onDone: (swap: SwapView) => void;
  /** Whether it may have been swapped without an answer having arrived. */
  onUnsure: (isUnsure: boolean) => void;
};

type SwappingProps = VerifyProps & { onSending: (isSending: boolean) => void; isUnsure: boolean };

const length = 6;

/** Problems that a new quote solves: nothing was swapped, and the person looks at what it would be now. */
const outdated: readonly Problem['code'][] = ['PRICE_CHANGED', 'QUOTE_EXPIRED'];

/**
 * The trade password, for one quote after the other: a newer one that is not worse takes the place of the one that was looked
 * at by itself; any other has to be looked at first. It is swapped when the six digits are complete.
 */
export function VerifySwap(props: SwappingProps) {
  const { held, given, taken } = props;
  const [shown, setShown] = useState(held?.quote);
  const swapping = useSwapping(props);
  const { digits, problem, isUnderWay, isOutdated, request, swapAt } = swapping;

  if (props.isUnsure) {
    return (
      <LostAnswer
        isPending={isUnderWay}
        onRepeat={() => {
          if (request.variables) request.mutate(request.variables);
        }}
      />
    );
  }
  if (held === undefined && !isUnderWay) {
    return (
      <>
        {props.quoteProblem ? (
          <Alert kind="danger" announce>
            {problemText(props.quoteProblem)}
          </Alert>
        ) : null}
        <Back onClose={props.onClose} busy={props.quoteProblem === undefined} />
      </>
    );
  }
  if (problem !== undefined && !isOutdated && problem.code !== 'TRADE_PASSWORD_WRONG') {
    return <Over problem={problem} onClose={props.onClose} />;
  }
  if (held !== undefined && shown !== undefined && (isOutdated || isWorse(held.quote, shown)) && !isUnderWay) {
    // The refused quote itself is not offered again.
    const isNew = !isOutdated || held.quote.id !== request.variables?.quote.id;
    return (
      <NewQuote
        problem={isOutdated && problem !== undefined ? problem : { code: 'PRICE_CHANGED', data: undefined }}
        quote={isNew ? held.quote : undefined}
        shown={shown}
        given={given}
        taken={taken}
        onAccept={() => {
          setShown(held.quote);
          request.reset();
          if (digits.length === length) swapAt(held, digits);
        }}
      />
    );
  }
  return <Entry swapping={swapping} held={held} secondsLeft={props.secondsLeft} lifetimeS={props.lifetimeS} />;
}

/** The digits so far, and the request that is sent with them. */
function useSwapping(props: SwappingProps) {
  const queries = useQueryClient();
  const [digits, setDigits] = useState('');
  const request = useMutation({
    mutationFn: ({ quote, requestKey, tradePassword }: HeldQuote & { tradePassword: string }) =>
      api.swaps.executeSwap({
        params: { quoteId: quote.id },
        headers: { 'idempotency-key': requestKey },
        body: { tradePassword },
      }),
    onMutate: () => {
      props.onHold(true);
      props.onSending(true);
    },
    onSettled: () => props.onSending(false),
    onSuccess: (swap) => {
      if (props.isUnsure) props.onUnsure(false);
      props.onDone(swap);
    },
    onError: (error) => {
      const { code } = readProblem(error);
      const isUnsure = leavesOpen(code, props.isUnsure);
      if (isUnsure !== props.isUnsure) props.onUnsure(isUnsure);
      // Without an answer it may have happened: the same request is sent again, for the same quote.
      if (isUnsure) return;
      props.onHold(false);
      if (outdated.includes(code)) props.onRenew();
      if (code === 'TRADE_PASSWORD_WRONG') setDigits('');
      if (code === 'FACTORS_LOCKED') void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
  const problem = request.error ? readProblem(request.error) : undefined;
  return {
    digits,
    request,
    problem,
    isUnderWay: request.isPending || request.isSuccess,
    isOutdated: problem !== undefined && outdated.includes(problem.code),
    swapAt: (at: HeldQuote, tradePassword: string) => request.mutate({ ...at, tradePassword }),
    type(text: string) {
      if (request.isPending) return;
      if (text !== '') request.reset();
      setDigits(text);
    },
  };
}

/** How long the quote holds, and the six digits that swap at it. */
function Entry(props: {
  swapping: ReturnType<typeof useSwapping>;
  held: HeldQuote | undefined;
  secondsLeft: number;
  lifetimeS: number;
}) {
  const { t } = useLingui();
  const { held, secondsLeft, lifetimeS } = props;
  const { digits, problem, isUnderWay, type, swapAt } = props.swapping;
  return (
    <>
      <div className="cluster gap-3">
        <CountdownRing left={secondsLeft} total={lifetimeS} label={t`${secondsLeft} of ${lifetimeS} seconds left`} />
        <p className="caption">
          <Plural
            value={secondsLeft}
            one="This quote is valid for # second. You see a new one before it applies."
            other="This quote is valid for # seconds. You see a new one before it applies."
          />
        </p>
      </div>
      <DigitsEntry
        label={t`Trade password`}
        value={digits}
        disabled={isUnderWay}
        error={problem?.code === 'TRADE_PASSWORD_WRONG' ? problemText(problem) : undefined}
        onChange={type}
        onComplete={(complete) => {
          if (held !== undefined) swapAt(held, complete);
        }}
      />
      {isUnderWay ? (
        <Button block busy>
          <Trans>Swapping</Trans>
        </Button>
      ) : null}
    </>
  );
}

/** No further try helps here: back to the swap, or to what has already happened. */
function Over({ problem, onClose }: { problem: Problem; onClose: () => void }) {
  return (
    <>
      <Alert kind="danger" announce>
        {problemText(problem)}
      </Alert>
      {problem.code === 'QUOTE_USED' ? (
        <Button as={Link} to={paths.swapRecord} block>
          <Trans>See your swap records</Trans>
        </Button>
      ) : (
        <Back onClose={onClose} />
      )}
    </>
  );
}

/** What it would be now beside what was looked at. */
function NewQuote(props: {
  problem: Problem;
  /** Undefined while it is fetched. */
  quote: QuoteView | undefined;
  shown: QuoteView;
  given: AssetView;
  taken: AssetView;
  onAccept: () => void;
}) {
  const { quote, shown, given, taken } = props;
  const now = quote && exactAmountWithUnit(quote.amountIn, taken);
  return (
    <>
      <Alert kind="warning" announce>
        {problemText(props.problem)}
      </Alert>
      <Facts
        ruled
        facts={[
          {
            key: 'gives',
            term: <Trans>You give</Trans>,
            value: <Amount text={exactAmountWithUnit(shown.amountOut, given)} />,
          },
          {
            key: 'before',
            term: <Trans>You would have received</Trans>,
            value: <Amount text={exactAmountWithUnit(shown.amountIn, taken)} />,
          },
          {
            key: 'now',
            term: <Trans>You get now</Trans>,
            value: now === undefined ? <Trans>Getting a new quote</Trans> : <Amount text={now} />,
            strong: true,
          },
        ]}
      />
      <Button block busy={quote === undefined} onClick={props.onAccept}>
        <Trans>Swap at the new quote</Trans>
      </Button>
    </>
  );
}

function Back(props: { onClose: () => void; busy?: boolean }) {
  return (
    <Button kind="quiet" block busy={props.busy ?? false} needsConnection={false} onClick={props.onClose}>
      <Trans>Back to swap</Trans>
    </Button>
  );
}
