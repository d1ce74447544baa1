import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ActivityKind, OverviewView } from '@tern/contracts/routes/console-home';
import { Link } from 'react-router';
import { formatMoney } from '../../shared/format.ts';
import { formatClock, formatShortDay } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';

const names = {
  deposits: msg`Deposits`,
  sends: msg`Sends`,
  transfers: msg`Internal transfers`,
  swaps: msg`Swaps`,
  'sign-ups': msg`Sign-ups`,
} as const satisfies Record<ActivityKind, unknown>;

/** As the list of transactions calls them. */
const listed = { deposits: 'deposit', sends: 'send', transfers: 'internal', swaps: 'swap' } as const;

/** What people did in the last days: bars for the eye, the same numbers as a table for who cannot see them. */
export function Days({ overview: { activity, now } }: { overview: OverviewView }) {
  return (
    <div className="home-days">
      {activity.map((each) => (
        <DaysOf key={each.kind} activity={each} now={now} />
      ))}
    </div>
  );
}

function DaysOf({ activity, now }: { activity: OverviewView['activity'][number]; now: string }) {
  const { i18n } = useLingui();
  const { assets } = useOperator();
  const { kind, days, today, yesterdayUntilNow } = activity;
  const most = Math.max(1, ...days.map(({ items }) => items));
  const title = i18n._(names[kind]);
  const count = (items: number) => i18n.number(items);
  return (
    <section className="panel" aria-labelledby={`days-${kind}`}>
      <div className="home-panel-head">
        <h2 id={`days-${kind}`}>
          <Link
            to={kind === 'sign-ups' ? '/people' : `/transactions?kind=${listed[kind]}&from=${days.at(-1)?.day ?? ''}`}
          >
            {title}
          </Link>
        </h2>
        <p className="ink-2">
          <Trans>today, by {formatClock(now)}</Trans>
        </p>
      </div>
      <p className="home-days-today">{count(days.at(-1)?.items ?? 0)}</p>
      <p className="home-note">
        {today.length === 0
          ? ' '
          : today.map(({ assetId, amount }) => formatMoney(amount, assetId, assets)).join(' · ')}
      </p>
      <div className="home-days-bars" aria-hidden="true">
        {days.map(({ day, items }, at) => (
          <i
            key={day}
            className={at === days.length - 1 ? 'home-days-now' : undefined}
            style={{ blockSize: `${(items / most) * 100}%` }}
            title={`${formatShortDay(day)}: ${count(items)}`}
          />
        ))}
      </div>
      <p className="home-note">
        <Trans>yesterday by this time {count(yesterdayUntilNow)}</Trans>
      </p>
      <div className="visually-hidden">
        <table>
          <caption>
            <Trans>{title}, each day in UTC</Trans>
          </caption>
          <tbody>
            {days.map(({ day, items }) => (
              <tr key={day}>
                <th scope="row">{formatShortDay(day)}</th>
                <td>{count(items)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
