import { Trans, useLingui } from '@lingui/react/macro';
import type { ChangeContent, ChangesView } from '@tern/contracts/routes/console-changes';
import { useState } from 'react';
import { formatBasisPoints, formatHours } from '../../shared/format.ts';
import { formatTime } from '../../shared/format-time.ts';
import { Propose } from '../../shared/propose.tsx';
import { readPercent } from './read-percent.ts';

type Hours = Extract<ChangeContent, { kind: 'pool-schedule' }>['everyHours'];
type Schedule = Pick<ChangesView['pool'], 'everyHours' | 'shareBasisPoints'>;

const hourChoices: readonly Hours[] = [1, 2, 3, 4, 6, 8, 12, 24];
const share = ({ shareBasisPoints }: Schedule): string => formatBasisPoints(shareBasisPoints);
const hours = ({ everyHours }: Schedule): string => formatHours(everyHours);

/** How the reward pool distributes now and later, and proposing another schedule. */
export function PoolSchedule({ pool, changes }: Pick<ChangesView, 'pool' | 'changes'>) {
  const { t } = useLingui();
  const decided = pool.planned.at(-1) ?? pool;
  const [everyHours, setHours] = useState<Hours>(hourChoices.find((each) => each === decided.everyHours) ?? 24);
  const [percent, setPercent] = useState(String(decided.shareBasisPoints / 100));
  const shareBasisPoints = readPercent(percent);
  const isIt = (other: Schedule): boolean =>
    other.everyHours === everyHours && other.shareBasisPoints === shareBasisPoints;
  const isProposed = changes.some(
    ({ state, content }) => state === 'proposed' && content.kind === 'pool-schedule' && isIt(content),
  );
  const blocked =
    shareBasisPoints === undefined
      ? t`Between 0.01 and 100 percent.`
      : isIt(decided)
        ? t`It is so already.`
        : isProposed
          ? t`It is proposed already.`
          : undefined;
  return (
    <section className="panel panels">
      <h2>
        <Trans>When the pool gives</Trans>
      </h2>
      <p>{t`${share(pool)} of itself every ${hours(pool)}, next at ${formatTime(pool.nextAt)}`}</p>
      {pool.planned.map((planned) => (
        <p key={planned.from}>{t`From ${formatTime(planned.from)} on: ${share(planned)} every ${hours(planned)}`}</p>
      ))}
      <p className="ink-2">
        <Trans>
          A change counts from the end of a period on; one that gives less, or less often, not before 24 hours have
          passed. People read it in the pool’s terms as soon as it is carried out.
        </Trans>
      </p>
      <div className="signed">
        <select
          aria-label={t`Hours between two distributions`}
          value={everyHours}
          onChange={({ target }) => setHours(hourChoices.find((each) => String(each) === target.value) ?? everyHours)}
        >
          {hourChoices.map((each) => (
            <option key={each} value={each}>
              {formatHours(each)}
            </option>
          ))}
        </select>
        <span className="signed-percent">
          <input
            className="input"
            inputMode="decimal"
            aria-label={t`Percent of the pool each time`}
            value={percent}
            maxLength={6}
            onChange={({ target }) => setPercent(target.value)}
          />
          <span aria-hidden="true">%</span>
        </span>
        <Propose
          label={t`Propose this schedule`}
          blocked={blocked}
          content={{ kind: 'pool-schedule', everyHours, shareBasisPoints: shareBasisPoints ?? 1 }}
        />
      </div>
    </section>
  );
}
