import { Trans } from '@lingui/react/macro';
import type { DistributionView } from '@tern/contracts/routes/pool';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { PagedQuery } from '@tern/ui/paged-list';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { useState } from 'react';
import { PagedList } from '../../../shared/inside/paged-list.tsx';
import { DistributionRow } from './distribution-row.tsx';
import { DistributionSheet } from './distribution-sheet.tsx';

/** Every distribution of the pool, newest first, and each with what it was computed from. */
export function PastDistributions(props: {
  query: PagedQuery<{ readonly distributions: readonly DistributionView[] }>;
  token: AssetView;
}) {
  const { query, token } = props;
  const [opened, setOpened] = useState<DistributionView>();
  return (
    <section className="stack" aria-labelledby="past-title">
      <h2 className="title-3 reward-past" id="past-title">
        <Trans>Past distributions</Trans>
      </h2>
      <PagedList
        query={query}
        itemsOf={(page) => page.distributions}
        loading={<SkeletonRows count={3} />}
        failed={<Trans>Couldn’t load the list. Your money is safe.</Trans>}
        empty={
          <p className="caption">
            <Trans>No distributions yet.</Trans>
          </p>
        }
      >
        {(distributions) => (
          <ul>
            {distributions.map((distribution) => (
              <li key={distribution.id}>
                <DistributionRow distribution={distribution} token={token} onOpen={() => setOpened(distribution)} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <DistributionSheet distribution={opened} token={token} onClose={() => setOpened(undefined)} />
    </section>
  );
}
