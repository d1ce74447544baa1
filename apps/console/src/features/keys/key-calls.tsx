import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { KeysView, ServiceCallView } from '@tern/contracts/routes/console-keys';
import { Empty } from '@tern/ui/empty';
import { useMemo, useState } from 'react';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedRows } from '../../shared/data-table/paged-rows.ts';
import { KindField } from '../../shared/fields.tsx';
import { formatDay, formatTime } from '../../shared/format-time.ts';

/** What became of calls, in words. */
const outcomes: Readonly<Record<string, MessageDescriptor>> = {
  answered: msg`Answered`,
  SERVICE_ADDRESS_REFUSED: msg`Refused: from another address`,
  SERVICE_SCOPE_MISSING: msg`Refused: without the scope`,
  TOO_MANY_REQUESTS: msg`Refused: too many`,
  INPUT_INVALID: msg`Refused: not as the page says`,
  NOT_FOUND: msg`Not found`,
  SUGGESTION_REFUSED: msg`Refused: cannot be suggested`,
  IDEMPOTENCY_KEY_REUSED: msg`Refused: the id was used for something else`,
  INTERNAL: msg`A fault of ours`,
};

/** The calls by one key: of a day, a route and an outcome in one row. */
export function KeyCalls({ keys }: KeysView) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(keys[0]?.id ?? '');
  const calls = useInfiniteQuery({
    queryKey: ['keys', 'calls', chosen],
    queryFn: ({ pageParam }) =>
      api.keys.listCalls({ keyId: chosen, ...(pageParam === undefined ? {} : { before: pageParam }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: 10_000,
  });
  return (
    <section className="panels" aria-labelledby="calls">
      <h2 id="calls">
        <Trans>Calls</Trans>
      </h2>
      <DataTable
        name="service-calls"
        label={t`Calls`}
        columns={useColumns()}
        query={pagedRows(calls, (page) => page.calls)}
        keyOf={({ day, route, outcome }) => `${day} ${route} ${outcome}`}
        tools={
          <div className="data-filters">
            <KindField
              label={t`Key`}
              value={chosen}
              choices={keys.map(({ id, name }) => [id, name])}
              onChange={setChosen}
            />
          </div>
        }
        empty={
          <Empty
            title={t`No calls`}
            note={t`Every call by this key appears here, counted by day, route and outcome.`}
          />
        }
        foot={
          <MoreRows query={calls}>
            <Trans>Earlier days</Trans>
          </MoreRows>
        }
      />
    </section>
  );
}

function useColumns(): readonly DataColumn<ServiceCallView>[] {
  const { t, i18n } = useLingui();
  return useMemo((): readonly DataColumn<ServiceCallView>[] => {
    const number = new Intl.NumberFormat(i18n.locale);
    const say = (outcome: string): string => {
      const words = outcomes[outcome];
      return words === undefined ? outcome : i18n._(words);
    };
    return [
      { id: 'day', name: t`Day (UTC)`, fixed: true, sortBy: ({ day }) => day, cell: ({ day }) => formatDay(day) },
      {
        id: 'route',
        name: t`Route`,
        fixed: true,
        sortBy: ({ route }) => route,
        cell: ({ route }) => (route === 'none' ? t`No such route` : <span className="mono">{route}</span>),
      },
      {
        id: 'outcome',
        name: t`Outcome`,
        fixed: true,
        sortBy: ({ outcome }) => say(outcome),
        cell: ({ outcome }) => <span className={outcome === 'answered' ? undefined : 'danger'}>{say(outcome)}</span>,
      },
      {
        id: 'calls',
        name: t`Calls`,
        end: true,
        sortBy: ({ calls }) => calls,
        cell: ({ calls }) => number.format(calls),
      },
      { id: 'last', name: t`Last`, sortBy: ({ lastAt }) => lastAt, cell: ({ lastAt }) => formatTime(lastAt) },
      {
        id: 'from',
        name: t`From`,
        cell: ({ lastAddress }) => (
          <span className="mono outside-break" dir="ltr">
            {lastAddress}
          </span>
        ),
      },
    ];
  }, [t, i18n]);
}
