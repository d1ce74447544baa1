import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { DownloadIcon } from '@tern/ui/inside-icons';
import { Loaded } from '@tern/ui/loaded';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDecimal } from '../../../shared/format-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { paths } from '../../../shared/paths.ts';
import type { BuildFinding } from './check-build.ts';
import { Finding } from './finding.tsx';
import type { DistributionFinding, PublicLogFinding, RecordsFinding } from './more-queries.ts';
import type { MoreChecks } from './use-more-checks.ts';

/** What else this device checked: records and days of the ledger's public log, the newest distribution, and the app itself. */
export function MoreCard({ checks, version }: { checks: MoreChecks; version: string }) {
  const { records, log, distribution, build } = checks;
  return (
    <Card flush>
      <ul>
        {checks.isOwn ? <Checked query={records}>{(found) => <RecordsRow {...found} />}</Checked> : null}
        <Checked query={log}>{(found) => <LogRow {...found} />}</Checked>
        <Checked query={distribution}>{(found) => <DistributionRow {...found} />}</Checked>
        <Checked query={build}>{(found) => <BuildRow found={found} version={version} />}</Checked>
      </ul>
    </Card>
  );
}

function Checked<Data>(props: { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }) {
  const { query, children } = props;
  if (query.data !== undefined) return children(query.data);
  return (
    <li className="check-item">
      <Loaded
        query={query}
        loading={<SkeletonRows count={1} />}
        failed={<Trans>Couldn’t load the published figures. Your money is safe.</Trans>}
      >
        {() => null}
      </Loaded>
    </li>
  );
}

function RecordsRow({ found, waiting, different }: RecordsFinding) {
  const [inLog, notYet] = [formatDecimal(`${found}`), formatDecimal(`${waiting}`)];
  const title = <Trans>Your newest records in the public log</Trans>;
  if (different !== undefined)
    return (
      <Finding state="wrong" title={title}>
        <Link className="link" to={`${paths.record}?${new URLSearchParams({ id: different })}`}>
          <Trans>One of your records does not agree with the public log</Trans>
        </Link>
      </Finding>
    );
  return (
    <Finding state={found === 0 ? 'later' : 'right'} title={title}>
      {found + waiting === 0 ? (
        <Trans>Nothing to count yet</Trans>
      ) : (
        <Trans>
          In it: {inLog}. Not in it yet: {notYet}. That takes up to two days.
        </Trans>
      )}
    </Finding>
  );
}

function LogRow({ days, goesOn }: PublicLogFinding) {
  const title = <Trans>The ledger’s public log</Trans>;
  const count = formatDecimal(`${days ?? 0}`);
  if (goesOn === false)
    return (
      <Finding state="wrong" title={title}>
        <Trans>It does not go on from the log that this device saw before.</Trans>
      </Finding>
    );
  return (
    <Finding state={goesOn === undefined ? 'later' : 'right'} title={title}>
      <Trans>Days in it: {count}.</Trans>{' '}
      {goesOn === undefined ? null : <Trans>It goes on from the log that this device saw before.</Trans>}
    </Finding>
  );
}

function DistributionRow({ distribution, outcome }: DistributionFinding) {
  if (distribution === undefined) return <Finding state="later" title={<Trans>No distributions yet.</Trans>} />;
  const time = formatDateTime(distribution.endsAt);
  const title = <Trans>Newest distribution: {time}</Trans>;
  if (outcome === undefined) return <PublishedRow title={title} id={distribution.id} />;
  const state = outcome === 'right' ? 'right' : outcome === 'wrong' ? 'wrong' : 'later';
  return (
    <Finding state={state} title={title}>
      <Link className="link" to={paths.reward}>
        <OutcomeText outcome={outcome} />
      </Link>
    </Finding>
  );
}

function OutcomeText({ outcome }: { outcome: NonNullable<DistributionFinding['outcome']> }) {
  switch (outcome) {
    case 'right':
      return <Trans>Your part in it is correct. See how it was computed.</Trans>;
    case 'wrong':
      return <Trans>Your part in it is not correct. See what differs.</Trans>;
    case 'not-in-it':
      return <Trans>None of your wallets was in this distribution, and nothing was paid to you.</Trans>;
  }
}

/** Without a login: the file that everybody can compute again. */
function PublishedRow({ title, id }: { title: ReactNode; id: string }) {
  return (
    <Finding state="told" title={title}>
      <span className="stack gap-1">
        <span>
          <Trans>Anybody with a computer can compute every reward again from its file:</Trans>{' '}
          <bdi dir="ltr" className="long-words">
            npm run verify:distribution -- distribution-{id}.jsonl
          </bdi>
        </span>
        <span className="cluster">
          <Button
            as="a"
            kind="text"
            small
            href={`/api/pool/distributions/${id}/file`}
            download={`distribution-${id}.jsonl`}
          >
            <DownloadIcon size="s" />
            <Trans>Download all lines</Trans>
          </Button>
        </span>
      </span>
    </Finding>
  );
}

function BuildRow({ found, version }: { found: BuildFinding; version: string }) {
  const number = <bdi dir="ltr">{version}</bdi>;
  const command = (
    <bdi dir="ltr" className="long-words">
      npm run verify:build -- {location.origin}
    </bdi>
  );
  return (
    <Finding state={found.state === 'newer' ? 'later' : found.state} title={<Trans>This app: version {number}</Trans>}>
      <span className="stack gap-1">
        <BuildText found={found} />
        <span>
          <Trans>
            An app can’t vouch for itself. Anybody with a computer can build it again from its code and compare every
            file, and this fingerprint: {command}
          </Trans>
        </span>
      </span>
    </Finding>
  );
}

function BuildText({ found }: { found: BuildFinding }) {
  switch (found.state) {
    case 'right': {
      const files = formatDecimal(`${found.files}`);
      return (
        <>
          <span>
            <Trans>Files on this device that are as published: {files}. Fingerprint of all files:</Trans>
          </span>
          <bdi dir="ltr" className="long-words">
            {found.fingerprint}
          </bdi>
        </>
      );
    }
    case 'newer':
      return (
        <span>
          <Trans>A newer version is there. Load the page again, then check it.</Trans>
        </span>
      );
    case 'wrong': {
      const file = <bdi dir="ltr">{found.file}</bdi>;
      return (
        <span>
          <Trans>This file is not as published: {file}</Trans>
        </span>
      );
    }
  }
}
