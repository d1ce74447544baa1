import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RefusedAddressView } from '@tern/contracts/routes/console-screening';
import { Empty } from '@tern/ui/empty';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedRows } from '../../shared/data-table/paged-rows.ts';
import { DetailHead } from '../../shared/detail-page.tsx';
import { formatDay, formatTime } from '../../shared/format-time.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { freezeReasons } from '../../shared/reason-names.ts';
import './screening.css';

/** The addresses of one list, each with its source, day and reason. */
export function ListPage() {
  const { t } = useLingui();
  const { list = '' } = useParams();
  const addresses = useInfiniteQuery({
    queryKey: ['screening', 'addresses', list],
    queryFn: ({ pageParam }) =>
      api.screening.listAddresses({ list, ...(pageParam === undefined ? {} : { after: pageParam }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return (
    <main className="page">
      <DetailHead
        list={{ to: '/screening', name: <Trans>Screening</Trans> }}
        name={list}
        help={<HelpLink page="screening" />}
      />
      <div className="page-body">
        <DataTable
          name="refused-addresses"
          label={t`Addresses`}
          columns={useColumns()}
          query={pagedRows(addresses, (page) => page.addresses)}
          keyOf={({ address }) => address}
          empty={<Empty title={t`No addresses`} note={t`Nothing is on this list now.`} />}
          foot={
            <MoreRows query={addresses}>
              <Trans>More addresses</Trans>
            </MoreRows>
          }
        />
      </div>
    </main>
  );
}

function useColumns(): readonly DataColumn<RefusedAddressView>[] {
  const { t, i18n } = useLingui();
  return useMemo(
    (): readonly DataColumn<RefusedAddressView>[] => [
      {
        id: 'address',
        name: t`Address`,
        fixed: true,
        cell: ({ address }) => (
          <bdi dir="ltr" className="mono screening-address">
            {address}
          </bdi>
        ),
      },
      { id: 'source', name: t`Source`, fixed: true, cell: ({ source }) => source },
      { id: 'as-of', name: t`As of`, sortBy: ({ asOf }) => asOf, cell: ({ asOf }) => formatDay(asOf) },
      {
        id: 'reason',
        name: t`Reason`,
        sortBy: ({ reason }) => reason,
        cell: (row) => i18n._(freezeReasons[row.reason]),
      },
      { id: 'added', name: t`Added`, sortBy: ({ addedAt }) => addedAt, cell: ({ addedAt }) => formatTime(addedAt) },
    ],
    [t, i18n],
  );
}
