import { Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Empty } from '@tern/ui/empty';
import type { ReactNode } from 'react';
import { installationQuery } from '../../../shared/queries.ts';
import './check-page.css';
import { conductQuery } from './check-queries.ts';
import { FaultAlert } from './findings.tsx';
import { Headline } from './headline.tsx';
import { isBroken, judgeConduct } from './judge-conduct.ts';
import { Limits } from './limits.tsx';
import { MoreCard } from './more-card.tsx';
import { ReserveCard } from './reserve-card.tsx';
import { compareReserves } from './reserve-ratio.ts';
import { RulesCard } from './rules-card.tsx';
import type { PublicFindings } from './run-checks.ts';
import type { MoreChecks } from './use-more-checks.ts';

/** What is held and owed, what this device found in it, how we kept our rules, and what that cannot show. */
export function CheckBody(props: {
  findings: PublicFindings;
  /** Whether something does not add up. */
  hasFault: boolean;
  isSignedIn: boolean;
  /** What this device checked. */
  part: ReactNode;
  more: MoreChecks;
  /** What the command takes beside the address. */
  options?: string;
}) {
  const { data: installation } = useSuspenseQuery(installationQuery);
  const { statements } = props.findings.chain;
  const newest = statements.at(-1);
  const { data: conduct } = useQuery(conductQuery);
  // A rule that we broke is the first thing to know.
  const brokeRule = conduct !== undefined && isBroken(judgeConduct(conduct));
  const more = <MoreCard checks={props.more} version={installation.version} />;
  if (newest === undefined && !props.hasFault)
    return (
      <div className="stack gap-4 check-page">
        <NothingYet />
        {more}
        <RulesCard />
      </div>
    );
  const reserves = compareReserves(newest?.assets ?? []).flatMap((reserve) =>
    installation.assets.filter(({ id }) => id === reserve.assetId).map((asset) => ({ reserve, asset })),
  );
  const command = `npm run verify:reserves -- ${location.origin}${props.options ?? ''}`;
  return (
    <div className="stack gap-4 check-page">
      {props.hasFault ? <FaultAlert isSignedIn={props.isSignedIn} /> : null}
      {brokeRule ? <RulesCard /> : null}
      {newest === undefined ? null : (
        <>
          <Headline statement={newest} lowest={reserves[0]} assets={reserves.length} />
          <ReserveCard
            statements={statements}
            reserves={reserves}
            assets={installation.assets}
            explorerUrl={installation.network.explorerUrl}
            keys={props.findings.keys}
          />
        </>
      )}
      {props.part}
      {more}
      {brokeRule ? null : <RulesCard />}
      <p className="caption">
        <Trans>
          Anybody with a computer can add up the whole list:{' '}
          <bdi dir="ltr" className="long-words">
            {command}
          </bdi>
        </Trans>
      </p>
      <Limits />
      <Button kind="text" onClick={() => print()}>
        <Trans>Print this page</Trans>
      </Button>
    </div>
  );
}

/** A new installation has counted nothing yet. */
function NothingYet() {
  return (
    <Empty
      title={<Trans>Nothing has been counted yet</Trans>}
      note={<Trans>Once a day we count what we hold and owe. You will find the first count here.</Trans>}
    />
  );
}
