import { Trans, useLingui } from '@lingui/react/macro';
import type { ChangesView } from '@tern/contracts/routes/console-changes';
import { Chip } from '@tern/ui/chip';
import { formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { Propose } from '../../shared/propose.tsx';

/** Which coins are open, closing or closed, and proposing to change that. */
export function Coins({ assets, changes }: Pick<ChangesView, 'assets' | 'changes'>) {
  const { t } = useLingui();
  const { assets: named } = useOperator();
  const isProposed = (assetId: string, open: boolean): boolean =>
    changes.some(
      ({ state, content }) =>
        state === 'proposed' && content.kind === 'asset' && content.assetId === assetId && content.open === open,
    );
  return (
    <section className="panel panels">
      <h2>
        <Trans>Coins</Trans>
      </h2>
      <p className="ink-2">
        <Trans>
          A closed coin is neither swapped nor offered for top-ups. What people hold stays theirs, what arrives is
          credited, and all of it can be sent out. Closing counts 24 hours after it is carried out, opening at once.
        </Trans>
      </p>
      <table>
        <tbody>
          {assets.map(({ assetId, closing }) => {
            const toOpen = closing !== null;
            return (
              <tr key={assetId}>
                <td>{named.find(({ id }) => id === assetId)?.symbol ?? assetId}</td>
                <td>
                  <AssetState closing={closing} />
                </td>
                <td>
                  <Propose
                    key={String(toOpen)}
                    label={toOpen ? t`Propose to open` : t`Propose to close`}
                    danger={!toOpen}
                    blocked={isProposed(assetId, toOpen) ? t`It is proposed already.` : undefined}
                    content={{ kind: 'asset', assetId, open: toOpen }}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function AssetState({ closing }: Pick<ChangesView['assets'][number], 'closing'>) {
  const { t } = useLingui();
  if (closing === null) return <Chip kind="positive">{t`open`}</Chip>;
  if (closing.closed) return <Chip kind="failed">{t`closed`}</Chip>;
  return <Chip kind="waiting">{t`closes ${formatTime(closing.from)}`}</Chip>;
}
