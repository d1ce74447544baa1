import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { Statement } from '@tern/proofs/liabilities/read-statement';
import { formatList } from '../../../shared/format-list.ts';
import { formatRatio } from './format-ratio.ts';
import { compareReserves, ratioOf } from './reserve-ratio.ts';

/** A finger meets it. */
const touch = { paddingBlock: 'var(--space-3)' };
const wide = { inlineSize: '100%' };
const atStart = { textAlign: 'start', fontWeight: 400 } as const;
const atEnd = { textAlign: 'end', fontWeight: 400 } as const;

/** The ratios of every day as a table, the newest first. Those of a day stand in one cell, which wraps where text is large. */
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
            <th scope="col" style={atEnd}>
              {formatList(
                props.assets.map(({ symbol }) => symbol),
                'unit',
              )}
            </th>
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
                <td style={atEnd}>
                  {props.assets.map(({ id, symbol }) => {
                    const reserve = reserves.find(({ assetId }) => assetId === id);
                    return reserve === undefined ? null : (
                      <span key={id}>
                        {' '}
                        <bdi>{symbol}</bdi> <bdi dir="ltr">{formatRatio(ratioOf(reserve))}</bdi>
                      </span>
                    );
                  })}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
