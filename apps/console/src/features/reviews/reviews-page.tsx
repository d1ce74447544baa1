import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { classNames } from '@tern/ui/class-names';
import type { ReviewRowView } from '@tern/contracts/routes/console-reviews';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { readNextPage } from '../../shared/data-table/read-next-page.ts';
import { formatAge, formatMoney } from '../../shared/format.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { useOperator } from '../../shared/operator.ts';
import { QueueRows } from '../../shared/queue-rows.tsx';
import { Approvals } from '../../shared/second-decision.tsx';
import { reviewsQuery, type ReviewFilter } from '../../shared/reviews-query.ts';
import { placeAmong } from '../../shared/signing/waiting-place.tsx';
import { useKeys } from '../../shared/use-keys.ts';
import { ReviewCase } from './review-case.tsx';

/** Sends that wait for operators, oldest first, beside all there is to know about the one that is open. */
export function ReviewsPage() {
  const { t } = useLingui();
  const { id } = useParams();
  const filter = useFilter();
  const { search } = useSearch();
  const query = useInfiniteQuery(reviewsQuery(filter));
  const { data, dataUpdatedAt } = query;
  const navigate = useNavigate();
  const reviews = data?.pages.flatMap((page) => page.reviews) ?? [];
  const step = (by: 1 | -1) => () => {
    const at = reviews.findIndex((review) => review.id === id);
    const next = reviews[at === -1 ? 0 : at + by];
    if (next !== undefined) void navigate({ pathname: `/reviews/${next.id}`, search });
    else if (by === 1) readNextPage(query);
  };
  useKeys({ j: step(1), k: step(-1) });
  const place = placeAmong(reviews, id, query.hasNextPage);
  const after = reviews[reviews.findIndex((review) => review.id === id) + 1] ?? reviews[0];
  const later = place === undefined || after === undefined ? undefined : { pathname: `/reviews/${after.id}`, search };
  const oldest = reviews[0];
  return (
    <>
      <section className={classNames('queue', id !== undefined && 'queue-behind')} aria-label={t`To review`}>
        <div className="queue-head">
          <h1>
            <Trans>To review</Trans>
          </h1>
          <span className="cluster ink-2">
            <Trans>oldest first</Trans>
            <HelpLink page="payouts" />
          </span>
        </div>
        <Filters filter={filter} />
        <QueueRows query={query}>
          {reviews.map((review) => (
            <Row key={review.id} review={review} isOpen={review.id === id} nowMs={dataUpdatedAt} search={search} />
          ))}
        </QueueRows>
        <MoreRows query={query}>
          <Trans>More withdrawals</Trans>
        </MoreRows>
        {data !== undefined && oldest === undefined ? <Empty filter={filter} /> : null}
        {oldest === undefined ? null : (
          <p className="queue-foot ink-2">
            <Trans>Promised answer: within 24 hours.</Trans>
            <br />
            <Trans>Oldest waits {formatAge(oldest.requestedAt, dataUpdatedAt)}.</Trans>
          </p>
        )}
      </section>
      {id === undefined ? (
        <main className="case case-none ink-2">
          <p>
            {data !== undefined && oldest === undefined ? (
              <Trans>A withdrawal that you open is shown here, with what speaks for and against it.</Trans>
            ) : (
              <Trans>Choose a withdrawal, or press J and K to go through them.</Trans>
            )}
          </p>
        </main>
      ) : (
        <ReviewCase key={id} id={id} place={place} later={later} />
      )}
    </>
  );
}

function Empty({ filter }: { filter: ReviewFilter }) {
  return (
    <p className="queue-empty ink-2">
      {filter.asset === undefined && filter.waiting === undefined ? (
        <Trans>
          No withdrawal waits. One appears here if its amount, the day’s total of all people or what is known about its
          receiver asks for a decision.
        </Trans>
      ) : (
        <Trans>No withdrawal matches these filters.</Trans>
      )}
    </p>
  );
}

function useSearch() {
  const [search] = useSearchParams();
  return { search: search.size === 0 ? '' : `?${search}` };
}

function useFilter(): ReviewFilter {
  const [search] = useSearchParams();
  const asset = (['usdt', 'trx', 'reward'] as const).find((each) => each === search.get('asset'));
  const waiting = (['new', 'second'] as const).find((each) => each === search.get('waiting'));
  return { ...(asset === undefined ? {} : { asset }), ...(waiting === undefined ? {} : { waiting }) };
}

function Filters({ filter }: { filter: ReviewFilter }) {
  const { t } = useLingui();
  const { assets } = useOperator();
  const [, setSearch] = useSearchParams();
  const choose = (name: string, value: string) =>
    setSearch((search) => {
      if (value === '') search.delete(name);
      else search.set(name, value);
      return search;
    });
  return (
    <div className="queue-filters">
      <select
        aria-label={t`Asset`}
        value={filter.asset ?? ''}
        onChange={(event) => choose('asset', event.target.value)}
      >
        <option value="">{t`All assets`}</option>
        {assets.map(({ id, symbol }) => (
          <option key={id} value={id}>
            {symbol}
          </option>
        ))}
      </select>
      <select
        aria-label={t`Waits for`}
        value={filter.waiting ?? ''}
        onChange={(event) => choose('waiting', event.target.value)}
      >
        <option value="">{t`First or second decision`}</option>
        <option value="new">{t`First decision`}</option>
        <option value="second">{t`Second decision`}</option>
      </select>
    </div>
  );
}

function Row(props: { review: ReviewRowView; isOpen: boolean; nowMs: number; search: string }) {
  const { review, isOpen, nowMs, search } = props;
  const { assets } = useOperator();
  return (
    <li aria-current={isOpen ? 'true' : undefined}>
      <Link to={{ pathname: `/reviews/${review.id}`, search }} className="queue-row">
        <bdi dir="ltr" className="queue-amount">
          {formatMoney(review.amount, review.assetId, assets)}
        </bdi>{' '}
        <span className="ink-2">{formatAge(review.requestedAt, nowMs)}</span>{' '}
        <span className="ink-2 clip">
          {review.cause === 'day-total' ? (
            <Trans>the day’s total of all people</Trans>
          ) : review.cause === 'screening' ? (
            <Trans>for its receiver</Trans>
          ) : (
            <bdi dir="ltr">{`${review.toAddress.slice(0, 6)}…${review.toAddress.slice(-5)}`}</bdi>
          )}
        </span>
        <Approvals given={review.approvals} needed={review.approvalsNeeded} />
      </Link>
    </li>
  );
}
