import { Trans } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { RotateCwIcon } from '@tern/ui/icons';
import { DownloadIcon } from '@tern/ui/inside-icons';
import { Loaded, type LoadingQuery } from '@tern/ui/loaded';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { formatDecimal } from '../../../shared/format-amount.ts';
import { formatList } from '../../../shared/format-list.ts';
import { formatClock } from '../../../shared/format-time.ts';
import { formatUnit } from '../../../shared/format-unit.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { saveBlob } from '../../../shared/start-download.ts';
import { Finding } from './finding.tsx';
import { PublicFindingRows } from './findings.tsx';
import type { LinesFinding } from './check-lines.ts';
import { isRight } from './has-fault.ts';
import type { OwnFindings, PublicFindings } from './run-checks.ts';

/** What this device found in the person's own lines, and in what everybody is shown. */
export function OwnPart(props: {
  findings: PublicFindings;
  query: LoadingQuery<OwnFindings>;
  assets: readonly AssetView[];
  onCheckAgain: () => void;
}) {
  const { findings, query } = props;
  const own = query.data;
  return (
    <Card>
      <section className="stack gap-2" aria-labelledby="check-own">
        <h2 className="title-3" id="check-own">
          <Trans>Your part, checked on this device</Trans>
        </h2>
        <p className="caption" role="status">
          {own === undefined ? null : <When own={own} tookMs={own.tookMs + findings.tookMs} />}
        </p>
        {findings.listed ? (
          <ul>
            <Loaded
              query={query}
              loading={<SkeletonRows count={2} />}
              failed={<Trans>Couldn’t load the published figures. Your money is safe.</Trans>}
            >
              {({ lines }) => <LineRows lines={lines} assets={props.assets} />}
            </Loaded>
            <PublicFindingRows findings={findings} />
          </ul>
        ) : (
          <p className="caption">
            <Trans>The lists of this count are no longer kept. Your part can be checked after the next count.</Trans>
          </p>
        )}
        <div className="cluster wrap">
          <Button kind="text" busy={query.isFetching} onClick={props.onCheckAgain}>
            <RotateCwIcon size="s" />
            <Trans>Check again</Trans>
          </Button>
          {own === undefined || own.lines.lines === 0 ? null : (
            <Button kind="text" onClick={() => saveLines(own)}>
              <DownloadIcon size="s" />
              <Trans>Save my lines</Trans>
            </Button>
          )}
        </div>
      </section>
    </Card>
  );
}

function When({ own, tookMs }: { own: OwnFindings; tookMs: number }) {
  const time = formatClock(new Date(own.atMs).toISOString());
  const seconds = formatUnit(Math.max(0.1, Math.ceil(tookMs / 100) / 10), 'second', { unitDisplay: 'long', places: 1 });
  return (
    <Trans>
      Checked at <bdi dir="ltr">{time}</bdi>, in {seconds}. Nothing was sent to us.
    </Trans>
  );
}

function LineRows({ lines, assets }: { lines: LinesFinding; assets: readonly AssetView[] }) {
  const hidden = useBalancesHidden();
  const sums = assets.flatMap((asset) => {
    const sum = lines.sums.get(asset.id);
    return sum === undefined ? [] : [exactAmountWithUnit(sum.toString(), asset)];
  });
  const count = formatDecimal(`${lines.lines}`);
  const all = hidden ? '••••' : formatList(sums, 'conjunction');
  if (lines.listed && lines.lines === 0)
    return <Finding state="right" title={<Trans>We owed you nothing at that time, so no line is yours</Trans>} />;
  if (!isRight(lines))
    return (
      <Finding state="wrong" title={<Trans>Your lines are not what was published</Trans>}>
        <Trans>One of them is missing, changed, or for an address that is not yours.</Trans>
      </Finding>
    );
  return (
    <>
      <Finding state="right" title={<Trans>Your lines are in the published list: {count}</Trans>}>
        <Trans>They add up to {all}. Compare this with what you had then.</Trans>
      </Finding>
      <Finding
        state="right"
        title={<Trans>From your lines to the totals, the sums are right and none is negative</Trans>}
      />
    </>
  );
}

/** The file that `npm run verify:reserves -- URL --mine FILE` reads. */
function saveLines({ liabilities }: OwnFindings): void {
  const text = JSON.stringify(liabilities, undefined, 2);
  saveBlob(new Blob([text], { type: 'application/json' }), `my-lines-${liabilities.number}.json`);
}
