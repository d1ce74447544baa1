import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ChangesView } from '@tern/contracts/routes/console-changes';
import { Chip } from '@tern/ui/chip';
import type { DataColumn } from './data-table/data-column.ts';

const states = { proposed: msg`proposed`, done: msg`carried out`, withdrawn: msg`withdrawn` } as const;

/** How a change stands, and who decided it. */
export function useStateColumn<
  Row extends Pick<ChangesView['changes'][number], 'state' | 'decidedBy'>,
>(): DataColumn<Row> {
  const { t, i18n } = useLingui();
  return {
    id: 'state',
    name: t`State`,
    fixed: true,
    sortBy: ({ state }) => i18n._(states[state]),
    cell: ({ state, decidedBy }) => (
      <>
        <Chip kind={state === 'proposed' ? 'waiting' : 'neutral'}>{i18n._(states[state])}</Chip>
        {decidedBy === null ? null : <p className="ink-2">{decidedBy}</p>}
      </>
    ),
  };
}
