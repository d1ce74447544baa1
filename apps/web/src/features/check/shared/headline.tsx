import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { Statement } from '@tern/proofs/liabilities/read-statement';
import { LeadAmount } from '@tern/ui/amount';
import { Alert } from '@tern/ui/notice';
import { formatBalance, formatDecimal } from '../../../shared/format-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { formatHundredths } from './format-ratio.ts';
import { missingOf, ratioOf, type Reserve } from './reserve-ratio.ts';

/** The lowest ratio of what is held to what is owed, large, and when it was counted. */
export function Headline(props: {
  statement: Statement;
  /** Undefined where nothing was owed. */
  lowest: { readonly reserve: Reserve; readonly asset: AssetView } | undefined;
  assets: number;
}) {
  const { lowest } = props;
  return (
    <div className="stack gap-3">
      <div className="stack gap-1">
        {lowest === undefined ? null : <Lowest {...lowest} assets={props.assets} />}
        <CountedAt statement={props.statement} />
      </div>
      {lowest === undefined ? null : <Missing {...lowest} />}
    </div>
  );
}

function Lowest(props: { reserve: Reserve; asset: AssetView; assets: number }) {
  const { t } = useLingui();
  const { symbol } = props.asset;
  const { assets } = props;
  const isShort = missingOf(props.reserve) > 0n;
  return (
    <>
      <h2 className="caption" id="check-lowest">
        <Trans>We hold, of what we owe in {symbol}</Trans>
      </h2>
      <div className={isShort ? 'check-short' : undefined}>
        <LeadAmount
          size="display"
          dimDecimals
          text={formatHundredths(ratioOf(props.reserve))}
          unit={assets === 1 ? '%' : t`%, lowest of ${assets} assets`}
        />
      </div>
    </>
  );
}

function CountedAt({ statement }: { statement: Statement }) {
  const { at } = statement.block;
  const block = formatDecimal(`${statement.block.number}`);
  const utc = `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
  const local = formatDateTime(at);
  return (
    <p className="caption">
      <Trans>
        Counted at block <bdi dir="ltr">{block}</bdi>, <bdi dir="ltr">{utc}</bdi>. Your time: {local}.
      </Trans>
      {statement.demanded ? (
        <>
          {' '}
          <Trans>Two of our operators asked for this count, so they knew its time before.</Trans>
        </>
      ) : null}
    </p>
  );
}

/** That less is held than owed, by how much, and how much of it was only promised so far. */
function Missing({ reserve, asset }: { reserve: Reserve; asset: AssetView }) {
  const missing = missingOf(reserve);
  if (missing === 0n) return null;
  const write = (units: bigint) => `${formatBalance(units.toString(), asset.decimals)} ${asset.symbol}`;
  const amount = write(missing);
  const promised = write(reserve.unissued < missing ? reserve.unissued : missing);
  return (
    <Alert kind="warning">
      <Trans>
        We hold <bdi dir="ltr">{amount}</bdi> less than we owe.
      </Trans>
      {reserve.unissued === 0n ? null : (
        <>
          {' '}
          <Trans>Promised, not issued yet</Trans>: <bdi dir="ltr">{promised}</bdi>.
        </>
      )}
    </Alert>
  );
}
