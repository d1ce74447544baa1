import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { highestLevel } from '@tern/contracts/levels';
import type { PersonView } from '@tern/contracts/routes/console-people';
import type { PersonSecurityView } from '@tern/contracts/routes/console-person-tabs';
import { Facts, type Fact } from '@tern/ui/facts';
import { useState } from 'react';
import { changesQuery } from '../../shared/changes-query.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { KindField } from '../../shared/fields.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { formatMoney } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
import { Proposals } from '../../shared/proposals.tsx';
import { Propose } from '../../shared/propose.tsx';
import { readDay } from '../../shared/read-time.ts';
import { TimeField } from '../../shared/time-field.tsx';

type Found = NonNullable<PersonSecurityView['level']>;

const levels = Array.from({ length: highestLevel + 1 }, (_, level) => String(level));

/** The level of somebody's identity check: what it allows, who signed it, and changing it by two administrators. */
export function LevelPanel({ person, level }: { person: PersonView; level: PersonSecurityView['level'] }) {
  const changes = useQuery(changesQuery).data?.changes ?? [];
  if (level === null) return null;
  return (
    <>
      <section className="panel panels">
        <h2>
          <Trans>Identity check</Trans>
        </h2>
        <LevelFacts level={level} />
        <ChangeLevel key={level.history.length} publicId={person.publicId} />
      </section>
      <History history={level.history} />
      <Proposals
        openOnly
        changes={changes.filter(
          ({ content, state }) =>
            state === 'proposed' && content.kind === 'person-level' && content.person === person.publicId,
        )}
      />
    </>
  );
}

function LevelFacts({ level: { level, daily, until, next } }: { level: Found }) {
  const { t } = useLingui();
  const { assets } = useOperator();
  const say = (limit: string | null): string => (limit === null ? t`as everybody` : formatMoney(limit, 'usdt', assets));
  const facts: Fact[] = [
    { key: 'level', term: t`Level`, value: level },
    { key: 'daily', term: t`To the chain in 24 hours`, value: say(daily) },
  ];
  if (until !== null) facts.push({ key: 'until', term: t`Ends`, value: formatTime(until) });
  if (next !== null) facts.push({ key: 'next', term: t`From ${formatTime(next.at)}`, value: say(next.daily) });
  return (
    <div className="people-facts">
      <Facts tight facts={facts} />
    </div>
  );
}

type Decided = Found['history'][number];

function History({ history }: Pick<Found, 'history'>) {
  const { t } = useLingui();
  if (history.length === 0) return null;
  const columns: readonly DataColumn<Decided>[] = [
    { id: 'level', name: t`Level`, fixed: true, cell: ({ level }) => level },
    { id: 'reference', name: t`Reference`, fixed: true, whole: true, cell: ({ reference }) => reference },
    { id: 'from', name: t`From`, fixed: true, sortBy: ({ from }) => from, cell: ({ from }) => formatTime(from) },
    {
      id: 'until',
      name: t`Ends`,
      fixed: true,
      sortBy: ({ until }) => until,
      cell: ({ until }) => (until === null ? t`never` : formatTime(until)),
    },
    {
      id: 'decided',
      name: t`Decided by`,
      fixed: true,
      cell: ({ proposedBy, decidedBy, decidedAt }) => (
        <>
          <Trans>
            {proposedBy} and {decidedBy}
          </Trans>
          <p className="ink-2">{formatTime(decidedAt)}</p>
        </>
      ),
    },
  ];
  return (
    <GivenTable
      name="person-levels"
      label={t`Levels decided`}
      columns={columns}
      rows={history}
      keyOf={({ decidedAt }) => decidedAt}
      empty={null}
    />
  );
}

/** Proposes another level, with where the check was made; a lower one counts after 24 hours. */
function ChangeLevel({ publicId }: { publicId: string }) {
  const { t } = useLingui();
  const [level, setLevel] = useState('1');
  const [reference, setReference] = useState('');
  const [until, setUntil] = useState('');
  // Only an empty field means without an end: what cannot be read as a day must not.
  const lastDay = until === '' ? null : readDay(until);
  const blocked =
    reference.trim().length < 3
      ? t`Enter where the check was made first.`
      : lastDay === undefined
        ? t`Write the last day as 2026-11-21, or leave it empty.`
        : undefined;
  return (
    <div className="people-level">
      <KindField
        label={t`New level`}
        labelled
        value={level}
        choices={levels.map((each) => [each, each])}
        onChange={setLevel}
      />
      <label>
        <Trans>Reference of the check, no documents</Trans>
        <input
          className="input"
          value={reference}
          maxLength={100}
          onChange={({ target }) => setReference(target.value)}
        />
      </label>
      <TimeField label={t`Last day (UTC), if it ends`} value={until} onChange={setUntil} />
      <Propose
        label={t`Propose to change the level`}
        content={{
          kind: 'person-level',
          person: publicId,
          level: Number(level),
          reference: reference.trim(),
          until: lastDay ?? null,
        }}
        blocked={blocked}
      />
    </div>
  );
}
