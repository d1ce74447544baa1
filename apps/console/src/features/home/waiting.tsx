import { Trans, useLingui } from '@lingui/react/macro';
import type { WaitingView } from '@tern/contracts/routes/console-home';
import { Empty } from '@tern/ui/empty';
import { Link } from 'react-router';
import { formatSpan } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
import { listOf } from '../../shared/pages.ts';
import { useRoleNames } from '../../shared/role-names.ts';
import { dueNames, kindNames } from './waiting-texts.ts';

type Kind = WaitingView['kinds'][number];

/** Every kind of work that waits, what is due first at the top. */
export function Waiting({ waiting }: { waiting: WaitingView }) {
  const nowMs = Date.parse(waiting.now);
  const kinds = waiting.kinds.filter(({ items }) => items > 0).toSorted(byDue);
  const promise = kinds.find(({ dueIs }) => dueIs === 'promise');
  return (
    <section className="panel home-waiting" aria-labelledby="waiting">
      <div className="home-panel-head">
        <h2 id="waiting">
          <Trans>What waits</Trans>
        </h2>
        <p className="ink-2">
          <Trans>due first at the top</Trans>
        </p>
      </div>
      {kinds.length === 0 ? (
        <Empty
          title={<Trans>Nothing waits</Trans>}
          note={
            <Trans>
              Withdrawals to review, entries, proposals and everything else that needs an operator will appear here, the
              most urgent first.
            </Trans>
          }
        />
      ) : (
        <>
          {promise === undefined ? null : <OldestPromise kind={promise} nowMs={nowMs} />}
          <Table kinds={kinds} nowMs={nowMs} />
        </>
      )}
    </section>
  );
}

function byDue(one: Kind, other: Kind): number {
  const timeOf = ({ due }: Kind): number => (due === null ? Number.POSITIVE_INFINITY : Date.parse(due));
  const [first, second] = [timeOf(one), timeOf(other)];
  return first === second ? other.mine - one.mine : first - second;
}

function OldestPromise({ kind, nowMs }: { kind: Kind; nowMs: number }) {
  const { i18n } = useLingui();
  const link = (
    <Link className="link" to={kind.first === null ? listOf[kind.kind] : `${listOf[kind.kind]}/${kind.first}`}>
      {i18n._(kindNames[kind.kind])}
    </Link>
  );
  const leftMs = Date.parse(kind.due ?? '') - nowMs;
  const span = formatSpan(Math.abs(leftMs));
  return (
    <p className="home-promise">
      {leftMs < 0 ? (
        <Trans>
          Oldest unanswered promise: {link}, <strong className="danger">overdue by {span}</strong>
        </Trans>
      ) : (
        <Trans>
          Oldest unanswered promise: {link}, due in <strong>{span}</strong>
        </Trans>
      )}
    </p>
  );
}

function Table({ kinds, nowMs }: { kinds: readonly Kind[]; nowMs: number }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Kind</Trans>
          </th>
          <th scope="col" className="end">
            <Trans>Waiting</Trans>
          </th>
          <th scope="col" className="end">
            <Trans>For you</Trans>
          </th>
          <th scope="col" className="end home-oldest">
            <Trans>Oldest</Trans>
          </th>
          <td className="home-course-cell" aria-hidden="true" />
          <th scope="col" className="end">
            <Trans>Due in</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <Row key={kind.kind} kind={kind} nowMs={nowMs} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ kind: { kind, items, mine, roles, oldest, began, due, dueIs }, nowMs }: { kind: Kind; nowMs: number }) {
  const { i18n } = useLingui();
  const operator = useOperator();
  const names = useRoleNames();
  const mayOpen = kind !== 'complaints' || roles.includes(operator.role);
  const leftMs = due === null ? null : Date.parse(due) - nowMs;
  const wholeMs = due === null || began === null ? null : Date.parse(due) - Date.parse(began);
  const isPressing = leftMs !== null && wholeMs !== null && leftMs >= 0 && leftMs < wholeMs * 0.15;
  const others = roles.map((role) => names[role]).join(', ');
  return (
    <tr>
      <th scope="row">
        {mayOpen ? (
          <Link className="home-kind" to={listOf[kind]}>
            {i18n._(kindNames[kind])}
          </Link>
        ) : (
          i18n._(kindNames[kind])
        )}
        {mine > 0 ? null : <p className="home-note">{others}</p>}
      </th>
      <td className="end">{items}</td>
      <td className="end">{mine === 0 ? '–' : <strong>{mine}</strong>}</td>
      <td className="end ink-2 home-oldest">{oldest === null ? '–' : formatSpan(nowMs - Date.parse(oldest))}</td>
      <td className="home-course-cell" aria-hidden="true">
        {leftMs === null || wholeMs === null ? null : <Course leftMs={leftMs} wholeMs={wholeMs} />}
      </td>
      <td className="end">
        {leftMs === null ? (
          '–'
        ) : leftMs < 0 ? (
          <strong className="danger home-due">
            <Trans>overdue by {formatSpan(-leftMs)}</Trans>
          </strong>
        ) : (
          <span className={isPressing ? 'home-due home-pressing' : 'home-due'}>{formatSpan(leftMs)}</span>
        )}
        {dueIs === null ? null : <p className="home-note">{i18n._(dueNames[dueIs])}</p>}
      </td>
    </tr>
  );
}

/** Solid is what has passed, the coral point is now, dots run to the time by which it is due. */
function Course({ leftMs, wholeMs }: { leftMs: number; wholeMs: number }) {
  const passed = wholeMs <= 0 ? 1 : Math.min(1, Math.max(0, 1 - leftMs / wholeMs));
  const look = leftMs < 0 ? ' home-course-over' : passed > 0.85 ? ' home-course-pressing' : '';
  return (
    <span className={`home-course${look}`} style={{ gridTemplateColumns: `${passed}fr auto ${1 - passed}fr auto` }}>
      <i />
      <b />
      <i />
      <u />
    </span>
  );
}
