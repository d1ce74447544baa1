import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { Statement } from '@tern/proofs/liabilities/read-statement';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Coin } from '@tern/ui/coin';
import { Row } from '@tern/ui/row';
import { Sparkline } from '@tern/ui/sparkline';
import { useState } from 'react';
import { formatShort } from '../../../shared/format-amount.ts';
import type { KeyFindings } from './check-keys.ts';
import { formatRatio } from './format-ratio.ts';
import { HistoryTable } from './history-table.tsx';
import { PlacesSheet } from './places-sheet.tsx';
import { courseOf } from './ratio-course.ts';
import { missingOf, ratioOf, type Reserve } from './reserve-ratio.ts';

/** What is held beside what is owed, asset by asset, with the course of both, and the way to the places. */
export function ReserveCard(props: {
  /** From the oldest on. */
  statements: readonly Statement[];
  reserves: readonly { readonly reserve: Reserve; readonly asset: AssetView }[];
  assets: readonly AssetView[];
  explorerUrl: string | null;
  keys: KeyFindings;
}) {
  const { statements, reserves, assets } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Card flush>
        <ul>
          {reserves.map(({ reserve, asset }) => (
            <li key={asset.id} className="check-item">
              <ReserveRow reserve={reserve} asset={asset} course={courseOf(statements, asset.id)} />
            </li>
          ))}
        </ul>
        <div className="cluster between">
          <span className="caption">
            <Trans>Up to 90 days. The dashed line is 100%.</Trans>
          </span>
          <Button kind="text" small aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <Trans>Addresses</Trans>
          </Button>
        </div>
        <HistoryTable statements={statements} assets={reserves.map(({ asset }) => asset)} />
      </Card>
      <PlacesSheet
        open={isOpen}
        onClose={() => setOpen(false)}
        statement={statements.at(-1)}
        assets={assets}
        explorerUrl={props.explorerUrl}
        keys={props.keys}
      />
    </>
  );
}

function ReserveRow(props: { reserve: Reserve; asset: AssetView; course: readonly (number | undefined)[] }) {
  const { reserve, asset } = props;
  const amount = (units: bigint) => (
    <bdi dir="ltr" className="number">
      {formatShort(units.toString(), asset.decimals)}
    </bdi>
  );
  return (
    <Row
      start={<Coin assetId={asset.id} />}
      title={asset.symbol}
      note={
        <span className="stack">
          <span>
            <Trans>owed {amount(reserve.owed)}</Trans>
          </span>
          <span>
            <Trans>held {amount(reserve.held)}</Trans>
          </span>
          {reserve.staked === 0n ? null : (
            <span>
              <Trans>Staked for energy</Trans> {amount(reserve.staked)}
            </span>
          )}
          {reserve.unissued === 0n ? null : (
            <span>
              <Trans>Promised, not issued yet</Trans> {amount(reserve.unissued)}
            </span>
          )}
        </span>
      }
      end={
        <span className="cluster body-strong">
          <Sparkline values={props.course} base={100} />
          <bdi dir="ltr" className={missingOf(reserve) > 0n ? 'number check-short' : 'number'}>
            {formatRatio(ratioOf(reserve))}
          </bdi>
        </span>
      }
    />
  );
}
