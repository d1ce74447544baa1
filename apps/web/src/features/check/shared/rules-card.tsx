import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ConductView } from '@tern/contracts/routes/check';
import { Card } from '@tern/ui/card';
import { CircleCheckIcon, CircleXIcon } from '@tern/ui/icons';
import { HourglassIcon } from '@tern/ui/inside-icons';
import { Loaded } from '@tern/ui/loaded';
import { Row } from '@tern/ui/row';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDecimal } from '../../../shared/format-amount.ts';
import { formatList } from '../../../shared/format-list.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { formatUnit } from '../../../shared/format-unit.ts';
import { paths } from '../../../shared/paths.ts';
import { openRegionNames } from '../../../shared/region-names.ts';
import { conductQuery } from './check-queries.ts';
import { judgeConduct, type Rule, type RuleLine } from './judge-conduct.ts';
import { TermsSheet } from './terms-sheet.tsx';

/** How we kept the rules that we hold ourselves to, a broken one first; incidents; and what fees and limits there were. */
export function RulesCard() {
  const { t } = useLingui();
  const query = useQuery(conductQuery);
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <section className="stack gap-2" aria-labelledby="check-rules">
        <h2 className="title-3" id="check-rules">
          <Trans>Rules we hold ourselves to</Trans>
        </h2>
        <Loaded
          query={query}
          loading={<SkeletonRows count={5} />}
          failed={<Trans>Couldn’t load the published figures. Your money is safe.</Trans>}
        >
          {(conduct) => <Rules conduct={conduct} />}
        </Loaded>
        <ul>
          <li className="check-item">
            <Row
              as={Link}
              to={paths.status}
              title={t`Incidents`}
              end={query.data === undefined ? undefined : formatDecimal(`${query.data.incidents}`)}
              leads
            />
          </li>
          <li className="check-item">
            <Row
              as="button"
              title={t`Former fees and limits`}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
              leads
            />
          </li>
        </ul>
      </section>
      <TermsSheet open={isOpen} onClose={() => setOpen(false)} />
    </Card>
  );
}

function Rules({ conduct }: { conduct: ConductView }) {
  const time = formatDateTime(conduct.measuredAt);
  const period = days(conduct.days);
  const longer = days(conduct.seldomDays);
  return (
    <>
      <p className="caption">
        <Trans>
          Counted from our books: {time}. Transfers and rewards: {period}. Complaints and incidents: {longer}. “
          <bdi dir="ltr">{fewSign}</bdi>” protects single people.
        </Trans>
      </p>
      <ul>
        {judgeConduct(conduct).map((line) => (
          <li key={line.rule} className="check-item">
            <RuleRow line={line} conduct={conduct} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Stands for a number from 1 to 9. */
const fewSign = '<10';

const icons = {
  kept: { icon: <CircleCheckIcon />, className: 'positive' },
  broken: { icon: <CircleXIcon />, className: 'danger' },
  quiet: { icon: <HourglassIcon />, className: 'ink-3' },
};

function RuleRow({ line, conduct }: { line: RuleLine; conduct: ConductView }) {
  const { icon, className } = icons[line.state];
  return (
    <Row
      start={<span className={className}>{icon}</span>}
      title={<RuleTitle rule={line.rule} answerDays={conduct.complaints.answerDays} />}
      note={<RuleNote line={line} conduct={conduct} />}
      end={
        <bdi dir="ltr" className="number body-strong">
          {numberOf(line)}
        </bdi>
      }
    />
  );
}

/** To how many the rule applied; of a broken one, how many of them kept it. Holds that last may all be kept, and others not. */
function numberOf({ rule, state, applied, broken }: RuleLine): string {
  if (applied === null) return fewSign;
  const all = formatDecimal(`${applied}`);
  return state !== 'broken' || rule === 'holds' ? all : `${formatDecimal(`${applied - broken}`)} / ${all}`;
}

function RuleTitle({ rule, answerDays }: { rule: Rule; answerDays: number }) {
  const time = days(answerDays);
  switch (rule) {
    case 'exits':
      return <Trans>Sending money out costs the shown fee and nothing else</Trans>;
    case 'fees':
      return <Trans>The fee is charged as shown</Trans>;
    case 'holds':
      return <Trans>Every hold has a reason and an end</Trans>;
    case 'complaints':
      return <Trans>Complaints are answered in time: {time}</Trans>;
    case 'countries':
      return <Trans>No rewards where they are closed</Trans>;
  }
}

function RuleNote({ line, conduct }: { line: RuleLine; conduct: ConductView }): ReactNode {
  const broken = formatDecimal(`${line.broken}`);
  const waiting = formatDecimal(`${conduct.complaints.waiting}`);
  const longest = days(conduct.complaints.longestDays ?? 0);
  const closed = formatList(conduct.countries.closed.map(openRegionNames()), 'conjunction');
  if (line.state === 'quiet') return <Trans>Nothing to count yet</Trans>;
  const isBroken = line.state === 'broken';
  switch (line.rule) {
    case 'exits':
      return isBroken ? <Trans>Transfers that took more: {broken}</Trans> : null;
    case 'fees':
      return isBroken ? <Trans>Transfers with another fee than shown: {broken}</Trans> : null;
    case 'holds':
      return isBroken ? (
        <Trans>Still holding money after their end: {broken}</Trans>
      ) : (
        <Trans>Holds now. None holds money after its end.</Trans>
      );
    case 'complaints':
      return (
        <>
          {isBroken ? (
            <Trans>
              Late: {broken}. Without an answer until now: {waiting}.
            </Trans>
          ) : null}{' '}
          {conduct.complaints.longestDays === null ? null : <Trans>The longest took: {longest}.</Trans>}
        </>
      );
    case 'countries':
      return isBroken ? (
        <Trans>Rewards that went where they are closed: {broken}</Trans>
      ) : (
        <Trans>Closed now: {closed}</Trans>
      );
  }
}

function days(count: number): string {
  return formatUnit(count, 'day', { unitDisplay: 'long', places: 0 });
}
