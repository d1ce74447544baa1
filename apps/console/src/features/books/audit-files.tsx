import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { AuditDistributionView } from '@tern/contracts/routes/console-books';
import { Button } from '@tern/ui/button';
import { DownloadIcon } from '@tern/ui/inside-icons';
import { api } from '../../shared/api.ts';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { formatMoment } from '../../shared/format-time.ts';
import { Propose } from '../../shared/propose.tsx';
import { Refusal } from '../../shared/refusal.tsx';
import { takeFile } from './fetch-file.ts';
import { LoadedPanel } from './loaded-panel.tsx';

/** How everybody's balance went in the period of a distribution, for an auditor: two operators decide, one of them takes it. */
export function AuditFiles() {
  const found = useInfiniteQuery({
    queryKey: ['books', 'distributions'],
    queryFn: ({ pageParam }) => api.books.listDistributions(pageParam === null ? {} : { before: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <section className="panel books-document">
      <h2>
        <Trans>Rewards for an auditor</Trans>
      </h2>
      <p className="books-purpose">
        <Trans>
          With this file an auditor computes everybody’s weight again, from how each balance went in the period. It
          names nobody, but whoever knows one payment can recognise its wallet: hand it only to who is bound to keep it
          to themselves. A second operator has to agree under Funds and pairs; then it can be taken for 24 hours.
        </Trans>
      </p>
      <LoadedPanel query={found}>
        {({ pages }) => {
          const distributions = pages.flatMap((page) => page.distributions);
          if (distributions.length === 0)
            return (
              <p className="ink-2">
                <Trans>There was no distribution yet.</Trans>
              </p>
            );
          return (
            <ul className="books-audit">
              {distributions.map((distribution) => (
                <Distribution key={distribution.id} distribution={distribution} />
              ))}
            </ul>
          );
        }}
      </LoadedPanel>
      <MoreRows query={found}>
        <Trans>Show earlier ones</Trans>
      </MoreRows>
    </section>
  );
}

function Distribution({ distribution }: { distribution: AuditDistributionView }) {
  const { t } = useLingui();
  const { id, startsAt, endsAt, holders, allowedUntil } = distribution;
  const take = useMutation({
    mutationFn: () => takeFile(`/books/distributions/${id}/histories`, {}),
  });
  const until = allowedUntil === null ? undefined : formatMoment(allowedUntil);
  return (
    <li>
      <div>
        <p>
          {formatMoment(startsAt)} – {formatMoment(endsAt)}
        </p>
        <p className="ink-2">
          <Trans>{holders} holders</Trans>
          {until === undefined ? null : (
            <>
              {' · '}
              <Trans>can be taken until {until}</Trans>
            </>
          )}
        </p>
      </div>
      {until === undefined ? (
        <Propose label={t`Propose to allow the file`} content={{ kind: 'audit-file', distributionId: id }} />
      ) : (
        <Button kind="quiet" busy={take.isPending} onClick={() => take.mutate()}>
          <DownloadIcon size="s" />
          <Trans>Take the file</Trans>
        </Button>
      )}
      <Refusal error={take.error} />
    </li>
  );
}
