import { Trans, useLingui } from '@lingui/react/macro';
import type { ChangesView } from '@tern/contracts/routes/console-changes';
import { Chip } from '@tern/ui/chip';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { useSymbolOf } from '../../shared/operator.ts';
import { Propose } from '../../shared/propose.tsx';

type Coin = ChangesView['assets'][number];

/** Which coins are open, closing or closed, and proposing to change that. */
export function Coins({ assets, changes }: Pick<ChangesView, 'assets' | 'changes'>) {
  const { t } = useLingui();
  const symbolOf = useSymbolOf();
  const isProposed = (assetId: string, open: boolean): boolean =>
    changes.some(
      ({ state, content }) =>
        state === 'proposed' && content.kind === 'asset' && content.assetId === assetId && content.open === open,
    );
  const columns: readonly DataColumn<Coin>[] = [
    {
      id: 'coin',
      name: t`Coin`,
      fixed: true,
      sortBy: ({ assetId }) => symbolOf(assetId),
      cell: ({ assetId }) => symbolOf(assetId),
    },
    { id: 'status', name: t`Status`, fixed: true, cell: ({ closing }) => <AssetState closing={closing} /> },
    {
      id: 'decision',
      name: t`Decision`,
      fixed: true,
      whole: true,
      cell: ({ assetId, closing }) => {
        const toOpen = closing !== null;
        return (
          <Propose
            key={String(toOpen)}
            label={toOpen ? t`Propose to open` : t`Propose to close`}
            danger={!toOpen}
            blocked={isProposed(assetId, toOpen) ? t`It is proposed already.` : undefined}
            content={{ kind: 'asset', assetId, open: toOpen }}
          />
        );
      },
    },
  ];
  return (
    <GivenTable
      name="coins"
      label={t`Coins`}
      lead={
        <p className="ink-2">
          <Trans>
            A closed coin is neither swapped nor offered for top-ups. What people hold stays theirs, what arrives is
            credited, and all of it can be sent out. Closing counts 24 hours after it is carried out, opening at once.
          </Trans>
        </p>
      }
      columns={columns}
      rows={assets}
      keyOf={({ assetId }) => assetId}
      empty={null}
    />
  );
}

function AssetState({ closing }: Pick<ChangesView['assets'][number], 'closing'>) {
  const { t } = useLingui();
  if (closing === null) return <Chip kind="positive">{t`open`}</Chip>;
  if (closing.closed) return <Chip kind="failed">{t`closed`}</Chip>;
  return <Chip kind="waiting">{t`closes ${formatTime(closing.from)}`}</Chip>;
}
