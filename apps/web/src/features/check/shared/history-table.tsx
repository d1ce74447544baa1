import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { Statement } from '@tern/proofs/liabilities/read-statement';
import { formatRatio } from './format-ratio.ts';
import { compareReserves, ratioOf } from './reserve-ratio.ts';

/** A finger meets it. */
const touch = { paddingBlock: 'var(--space-3)' };
const wide = { inlineSize: '100%' };
const atStart = { textAlign: 'start', fontWeight: 400 } as const;
const atEnd = { textAlign: 'end', fontWeight: 400 } as const;

/** The ratios of every day as a table, the newest first. */
export function HistoryTable(props: { statements: readonly Statement[]; assets: readonly AssetView[] }) {
  const { t } = useLingui();
  return (
    <details className="caption">
      <summary className="link" style={touch}>
        <Trans>Show as table</Trans>
      </summary>
      <table style={wide}>
        <thead>
          <tr>
            <th scope="col" style={atStart}>{t`Day`}</th>
            {props.assets.map(({ id, symbol }) => (
              <th key={id} scope="col" style={atEnd}>
                <bdi>{symbol}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.statements.toReversed().map((statement) => {
            const reserves = compareReserves(statement.assets);
            return (
              <tr key={statement.number}>
                <th scope="row" style={atStart}>
                  <bdi dir="ltr">{statement.day}</bdi>
                </th>
                {props.assets.map(({ id }) => {
                  const reserve = reserves.find(({ assetId }) => assetId === id);
                  return (
                    <td key={id} style={atEnd}>
                      <bdi dir="ltr">{reserve === undefined ? '–' : formatRatio(ratioOf(reserve))}</bdi>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
