import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { EntryCaseView } from '@tern/contracts/routes/console-entries';
import { Chip } from '@tern/ui/chip';
import { Facts } from '@tern/ui/facts';
import { Link } from 'react-router';
import { api } from '../../shared/api.ts';
import { formatMoney } from '../../shared/format.ts';
import { formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { CaseBody } from '../../shared/case-body.tsx';
import { CaseBack, CasePending } from '../../shared/case-pending.tsx';
import { Sample } from '../../shared/sample.tsx';
import { Stops } from '../../shared/stops.tsx';
import { DecideEntry } from './decide-entry.tsx';
import { Picture } from './picture.tsx';
import { rejectReasonName } from './reject-reasons.ts';
import './entries.css';

/** As its panels mostly stand: the picture with its criteria, and those like it, beside what is known. */
const heights = { start: ['22rem', '6rem'], end: ['14rem'] } as const;

/** One entry: its picture beside those that look like it, the tries before, and the decision. */
export function EntryCase({ id, onDecided }: { id: string; onDecided: () => void }) {
  const { t } = useLingui();
  const { assets } = useOperator();
  const entry = useQuery({ queryKey: ['entry', id], queryFn: () => api.entries.entry({ id }) });
  const { data } = entry;
  const list = { to: '/entries', name: t`Entries` };
  if (data === undefined)
    return <CasePending list={list} kind={<Trans>Activity entry</Trans>} query={entry} heights={heights} />;
  const isDecided = data.tries.find(({ number }) => number === data.number)?.decision ?? null;
  return (
    <main className="case">
      <EntryHead entry={data} list={list} isDecided={isDecided} />
      <CaseBody>
        <div className="panels">
          <Look entry={data} />
          <Matches matches={data.matches} />
        </div>
        <aside className="panels">
          <section className="panel">
            <Facts
              tight
              facts={[
                { key: 'external', term: t`User ID there`, value: <bdi dir="ltr">{data.externalId}</bdi> },
                {
                  key: 'person',
                  term: t`Person`,
                  value: (
                    <Link className="link" to={`/people/${data.personId}`}>
                      <bdi dir="ltr">{data.personPublicId}</bdi>
                    </Link>
                  ),
                },
                { key: 'holds', term: t`Holds`, value: <Stops stops={data.stops} /> },
                { key: 'reward', term: t`Reward`, value: formatMoney(data.reward, 'reward', assets) },
                { key: 'sent', term: t`Handed in`, value: formatTime(data.submittedAt) },
                { key: 'try', term: t`Try`, value: String(data.number) },
              ]}
            />
          </section>
          <Tries tries={data.tries} />
        </aside>
      </CaseBody>
      <DecideEntry entry={data} isOpen={isDecided === null} onDecided={onDecided} />
    </main>
  );
}

function EntryHead(props: {
  entry: EntryCaseView;
  list: Parameters<typeof CaseBack>[0]['list'];
  isDecided: 'approved' | 'rejected' | null;
}) {
  const { entry, list, isDecided } = props;
  const { t } = useLingui();
  return (
    <header className="case-head">
      <CaseBack list={list} />
      <p className="case-amount">{entry.activityTitle}</p>
      {isDecided === null ? (
        <Chip kind={entry.late ? 'failed' : 'waiting'}>
          <Trans>answer promised by {formatTime(entry.dueAt)}</Trans>
        </Chip>
      ) : (
        <Chip>{isDecided === 'approved' ? t`approved` : t`rejected`}</Chip>
      )}
    </header>
  );
}

/** The picture, and beside it what it is judged by. */
function Look({ entry }: { entry: EntryCaseView }) {
  const { t } = useLingui();
  return (
    <section className="panel entry-look">
      <div>
        <h2>
          <Trans>Picture</Trans>
        </h2>
        <Picture name={entry.pictureName} alt={t`What the person handed in`} opens />
      </div>
      <Requirements entry={entry} />
    </section>
  );
}

/** What the picture is judged by: the activity's criteria and its example, as the person sees them. */
function Requirements({ entry }: { entry: EntryCaseView }) {
  return (
    <section>
      <h2>
        <Trans>What the picture has to show</Trans>
      </h2>
      <ul className="criteria">
        {entry.criteria.map((criterion) => (
          <li key={criterion}>{criterion}</li>
        ))}
      </ul>
      {entry.sampleName === null ? (
        <p className="ink-2">
          <Trans>No example picture was uploaded; the app draws one.</Trans>
        </p>
      ) : (
        <Sample name={entry.sampleName} />
      )}
    </section>
  );
}

function Matches({ matches }: Pick<EntryCaseView, 'matches'>) {
  const { t } = useLingui();
  return (
    <section className="panel">
      <h2>
        <Trans>Like entries of other people</Trans>
      </h2>
      {matches.length === 0 ? (
        <p className="ink-2">
          <Trans>None: neither the picture nor the user ID was seen before.</Trans>
        </p>
      ) : (
        <ul className="matches">
          {matches.map((match) => (
            <li key={match.entryId}>
              {match.pictureDeleted ? (
                <p className="ink-2">
                  <Trans>The picture was deleted on its date.</Trans>
                </p>
              ) : (
                <Picture name={match.pictureName} alt={t`What another person handed in`} opens />
              )}
              <p>
                <bdi dir="ltr">{match.externalId}</bdi> · {match.activityTitle} ·{' '}
                <bdi dir="ltr">{match.personPublicId}</bdi>
              </p>
              <p className="check-warning">
                {match.externalIdMatch === 'same'
                  ? t`the same user ID`
                  : match.externalIdMatch === 'alike'
                    ? t`a user ID that looks the same`
                    : null}{' '}
                {match.pictureDistance === null ? null : (
                  <Trans>the pictures differ in {match.pictureDistance} of 256 points</Trans>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Tries({ tries }: Pick<EntryCaseView, 'tries'>) {
  const { t, i18n } = useLingui();
  if (tries.length < 2) return null;
  return (
    <section className="panel">
      <h2>
        <Trans>Tries before</Trans>
      </h2>
      <ul>
        {tries.slice(0, -1).map((each) => (
          <li key={each.number} className="check entry-try">
            <span>{each.number}</span>{' '}
            <span>
              {each.decision === 'approved' ? t`approved` : t`rejected`}
              {each.reason === null ? null : <>: {i18n._(rejectReasonName(each.reason))}</>}
              {each.reasonText === null ? null : <> (“{each.reasonText}”)</>}
            </span>{' '}
            <span className="ink-2">{formatTime(each.submittedAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
