import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PersonView } from '@tern/contracts/routes/console-people';
import type { PersonHoldView } from '@tern/contracts/routes/console-person-tabs';
import { Chip } from '@tern/ui/chip';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { Money } from '../../shared/money.tsx';
import { freezeReasons, stopReason } from '../../shared/reason-names.ts';

/** Every hold there is or was: why, since when, until when, who answers for it, and what the person can do. */
export function HoldsTab({ person }: { person: PersonView }) {
  const { t } = useLingui();
  const query = useQuery({
    queryKey: ['person', person.id, 'holds'],
    queryFn: () => api.people.holds({ id: person.id }),
  });
  return (
    <>
      <DataTable
        name="person-holds"
        label={t`Holds`}
        columns={useColumns()}
        query={{ ...query, data: query.data?.holds }}
        keyOf={({ id }) => id}
        empty={
          <Trans>There has never been a hold on this account. Holds will appear here with their reason and end.</Trans>
        }
      />
      <p className="ink-2">
        <Trans>
          What the person has stays theirs during every hold. They can object: a reviewer or an administrator answers a
          complaint in the app. A hold that nobody ends is over at the time shown here.
        </Trans>
      </p>
    </>
  );
}

function useColumns(): readonly DataColumn<PersonHoldView>[] {
  const { t, i18n } = useLingui();
  return useMemo((): readonly DataColumn<PersonHoldView>[] => {
    const reasonOf = (hold: PersonHoldView): string => {
      if (hold.kind === 'account-frozen' || hold.kind === 'security-hold') {
        const known = stopReason(hold.kind, hold.reason);
        return known === undefined ? hold.reason : i18n._(known);
      }
      return hold.reason === null ? t`The screening service is asked` : i18n._(freezeReasons[hold.reason]);
    };
    return [
      {
        id: 'kind',
        name: t`Hold`,
        fixed: true,
        cell: (hold) => <What hold={hold} />,
      },
      {
        id: 'reason',
        name: t`Reason`,
        fixed: true,
        sortBy: reasonOf,
        cell: (hold) => (
          <>
            {reasonOf(hold)}
            {hold.kind === 'account-frozen' && hold.note !== null ? <p className="ink-2">“{hold.note}”</p> : null}
          </>
        ),
      },
      {
        id: 'since',
        name: t`Since`,
        fixed: true,
        sortBy: ({ since }) => since,
        cell: ({ since }) => formatTime(since),
      },
      {
        id: 'until',
        name: t`Ends`,
        fixed: true,
        sortBy: ({ until }) => until,
        cell: (hold) => <End hold={hold} />,
      },
      {
        id: 'by',
        name: t`Answers for it`,
        fixed: true,
        cell: (hold) => <Answers hold={hold} />,
      },
      {
        id: 'state',
        name: t`Status`,
        fixed: true,
        cell: ({ on }) => (on ? <Chip kind="failed">{t`On`}</Chip> : <Chip kind="neutral">{t`Over`}</Chip>),
      },
    ];
  }, [t, i18n]);
}

type Props = { hold: PersonHoldView };

function What({ hold }: Props) {
  const { t } = useLingui();
  if (hold.kind === 'account-frozen') return t`Account on hold`;
  if (hold.kind === 'security-hold') return t`New addresses on hold`;
  const { kind, id, recordId, number, assetId, amount, reason } = hold;
  const path =
    kind === 'send-held' ? `/reviews/${id}` : reason === null ? `/transactions/record/${recordId}` : `/screening/${id}`;
  return (
    <>
      {kind === 'send-held' ? <Trans>Held send</Trans> : <Trans>Held deposit</Trans>}{' '}
      <Money amount={amount} assetId={assetId} />
      <p>
        <Link className="link" to={path}>
          <bdi dir="ltr">{number}</bdi>
        </Link>
      </p>
    </>
  );
}

function End({ hold }: Props) {
  const early = hold.kind === 'security-hold' ? null : hold.kind === 'account-frozen' ? hold.liftedAt : hold.endedAt;
  if (early === null || early >= hold.until) return formatTime(hold.until);
  return <Trans>ended early, {formatTime(early)}</Trans>;
}

/** Who set a hold or decided about it; of one that nobody has decided about, who has to. */
function Answers({ hold }: Props) {
  if (hold.kind === 'security-hold')
    return <Trans>Set automatically. Reviewers and administrators answer complaints about it.</Trans>;
  const names = hold.kind === 'account-frozen' ? [hold.by] : hold.decidedBy;
  if (names.length === 0)
    return hold.kind !== 'account-frozen' && hold.on ? (
      <Trans>Reviewers and treasurers</Trans>
    ) : (
      <Trans>Nobody decided</Trans>
    );
  return (
    <div className="cluster wrap">
      {names.map((name) => (
        <Link key={name} className="link" to={`/operators/${name}`}>
          {name}
        </Link>
      ))}
    </div>
  );
}
