import { useLingui } from '@lingui/react/macro';
import type { ScreeningCaseView } from '@tern/contracts/routes/console-screening';
import { Chip } from '@tern/ui/chip';
import { useMemo } from 'react';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { formatMoney } from '../../shared/format.ts';
import { formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { freezeReasons } from '../../shared/reason-names.ts';
import { stateName } from '../../shared/state-names.ts';

/** What a case says in a row. */
export function useCaseColumns(): readonly DataColumn<ScreeningCaseView>[] {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  return useMemo(
    (): readonly DataColumn<ScreeningCaseView>[] => [
      {
        id: 'amount',
        name: t`Amount`,
        fixed: true,
        opens: true,
        cell: ({ amount, assetId }) => formatMoney(amount, assetId, assets),
      },
      {
        id: 'value',
        name: t`Value`,
        end: true,
        cell: ({ usdtValue }) => (usdtValue === null ? t`no price` : formatMoney(usdtValue, 'usdt', assets)),
      },
      {
        id: 'kind',
        name: t`Kind`,
        sortBy: ({ kind }) => kind,
        cell: ({ kind }) => (kind === 'send' ? t`Withdrawal` : t`Deposit`),
      },
      {
        id: 'other-side',
        name: t`Receiver or sender`,
        fixed: true,
        cell: ({ address }) => (
          <bdi dir="ltr" className="mono screening-address">
            {address}
          </bdi>
        ),
      },
      {
        id: 'found',
        name: t`Found by`,
        cell: ({ evidence }) =>
          evidence.map((found) => ('list' in found ? found.list : t`screening service`)).join(', '),
      },
      {
        id: 'reason',
        name: t`Reason`,
        sortBy: ({ reason }) => reason,
        cell: ({ reason }) => i18n._(freezeReasons[reason]),
      },
      {
        id: 'opened',
        name: t`Held since`,
        extra: true,
        sortBy: ({ openedAt }) => openedAt,
        cell: (row) => formatTime(row.openedAt),
      },
      { id: 'until', name: t`Decide by`, sortBy: ({ until }) => until, cell: ({ until }) => formatTime(until) },
      {
        id: 'state',
        name: t`Status`,
        fixed: true,
        cell: ({ state }) => (
          <Chip kind={state === 'under-review' ? 'waiting' : 'neutral'}>{i18n._(stateName(state))}</Chip>
        ),
      },
    ],
    [t, i18n, assets],
  );
}
