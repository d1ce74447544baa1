import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { transactionSource, type TransactionView } from '@tern/contracts/routes/console-transactions';
import { Button } from '@tern/ui/button';
import { ExternalIcon } from '@tern/ui/console-icons';
import { EyeIcon } from '@tern/ui/icons';
import { Link, useParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { DetailPage } from '../../shared/detail-page.tsx';
import { formatMoney } from '../../shared/format.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { NotFoundPage } from '../../shared/not-found-page.tsx';
import { useOperator } from '../../shared/operator.ts';
import { Course } from './course.tsx';
import { Journals } from './journals.tsx';
import { PersonLink, State } from './transaction-cells.tsx';
import { SameTransaction, TransactionFacts } from './transaction-facts.tsx';
import { kindNames, rowNumber } from '../../shared/transaction-names.ts';
import './transactions.css';

/** One transaction: its course from the request to the books, and everything that is known of it. */
export function TransactionPage() {
  const { i18n } = useLingui();
  const { source: named = '', id = '' } = useParams();
  const source = transactionSource.safeParse(named).data;
  const query = useQuery({
    queryKey: ['transaction', source, id],
    queryFn: () => api.transactions.transaction({ source: source ?? 'record', id }),
    enabled: source !== undefined,
    // What is under way moves on while somebody looks.
    refetchInterval: ({ state: { data } }) => (data === undefined || isSettled(data) ? false : 5_000),
  });
  if (source === undefined) return <NotFoundPage />;
  return (
    <DetailPage
      list={{ to: '/transactions', name: <Trans>Transactions</Trans> }}
      name={<span className="transaction-number">{query.data === undefined ? '…' : rowNumber(query.data)}</span>}
      help={<HelpLink page="transactions" />}
      query={query}
    >
      {(found) => ({
        title: <Title found={found} />,
        subtitle: (
          <>
            {i18n._(kindNames[found.kind])}
            <Party found={found} />
          </>
        ),
        aside: <Aside found={found} />,
        start: <Course found={found} />,
        end: (
          <>
            <TransactionFacts found={found} />
            <Journals journals={found.journals} />
            <SameTransaction rows={found.sameTransaction} />
          </>
        ),
      })}
    </DetailPage>
  );
}

function isSettled({ timeline }: TransactionView): boolean {
  return timeline.every(({ state }) => state === 'done' || state === 'failed');
}

function Title({ found: { amount, assetId, counter } }: { found: TransactionView }) {
  const { assets } = useOperator();
  if (amount === null || assetId === null) return <Trans>Unknown amount</Trans>;
  const given = formatMoney(amount, assetId, assets);
  return (
    <bdi dir="ltr">
      {counter === null ? given : `${given} → ${formatMoney(counter.amount, counter.assetId, assets)}`}
    </bdi>
  );
}

/** Whose it is, and what it cost them. */
function Party({ found: { person, fee, assetId } }: { found: TransactionView }) {
  const { assets } = useOperator();
  const who = <PersonLink person={person} />;
  return (
    <>
      {person === null ? null : (
        <>
          {' · '}
          <Trans>person {who}</Trans>
        </>
      )}
      {fee === '0' || assetId === null ? null : (
        <>
          {' · '}
          <Trans>fee {formatMoney(fee, assetId, assets)}</Trans>
        </>
      )}
    </>
  );
}

function Aside({ found }: { found: TransactionView }) {
  const { role } = useOperator();
  const { state, explorerUrl, withdrawalId, person } = found;
  const decide =
    state === 'pending-review'
      ? withdrawalId === null
        ? '/screening'
        : `/reviews/${withdrawalId}`
      : state === 'in-suspense' || state === 'not-understood'
        ? '/quarantine'
        : null;
  return (
    <>
      <State row={found} />
      {decide === null ? null : (
        <Button as={Link} kind="quiet" to={decide}>
          <Trans>To its decision</Trans>
        </Button>
      )}
      {person === null || (role !== 'reviewer' && role !== 'administrator') ? null : (
        <Button as={Link} kind="quiet" to={`/people/${person.id}/seen`}>
          <EyeIcon size="s" />
          <Trans>As the person sees it</Trans>
        </Button>
      )}
      {explorerUrl === null ? null : (
        <Button as="a" kind="quiet" href={explorerUrl} target="_blank" rel="noreferrer">
          <ExternalIcon size="s" />
          <Trans>Open in the explorer</Trans>
        </Button>
      )}
    </>
  );
}
