import { useLingui } from '@lingui/react/macro';
import type { DecisionDetail, DecisionFacts, DecisionStatement } from '@tern/contracts/decision';
import type { ChangeContent } from '@tern/contracts/routes/console-changes';
import { FullAddress } from '@tern/ui/address';
import { Facts, type Fact } from '@tern/ui/facts';
import type { ReactNode } from 'react';
import { formatMoney } from '../format.ts';
import { formatTime } from '../format-time.ts';
import { useOperator } from '../operator.ts';
import { useSayChange } from '../say-change.ts';
import { EarlierDecisions, useAuthor } from './earlier.tsx';
import { detailNames, partyNames, useCodes } from './statement-texts.ts';

/** Every fact of a decision, those it does not have too. */
export function StatementFacts({ statement }: { statement: DecisionStatement }) {
  const { t, i18n } = useLingui();
  const { facts, operator, askedAt } = statement;
  const sayAuthor = useAuthor();
  const { sayCause } = useCodes();
  const sayMoney = useMoney();
  const { about, author, reason, earlier, details } = facts;
  const shown: Fact[] = [
    { key: 'amount', term: t`Amount`, value: sayMoney(facts), strong: true },
    ...about.map(({ as, name }, at) => ({
      key: `about-${at}`,
      term: i18n._(partyNames[as]),
      value: <PartyName as={as} name={name} />,
    })),
    { key: 'author', term: t`Requested by`, value: sayAuthor(author) },
    {
      key: 'reason',
      term: t`Reason`,
      value:
        'none' in reason
          ? t`None was asked for`
          : 'said' in reason
            ? reason.said
            : `${sayCause(reason.cause)}${typeof reason.detail === 'string' ? ` · ${reason.detail}` : ''}`,
    },
    {
      key: 'earlier',
      term: t`Earlier approvals`,
      value: 'none' in earlier ? t`One operator decides` : <EarlierDecisions earlier={earlier} />,
    },
    ...details.map((detail, at) => ({
      key: `detail-${at}`,
      term: i18n._(detailNames[detail.name]),
      value: <DetailValue detail={detail} />,
    })),
    ...useOwnWords(statement),
    { key: 'signed', term: t`Signed by`, value: t`${operator}, ${formatTime(askedAt)}` },
  ];
  return <Facts tight ruled facts={shown} />;
}

function useMoney() {
  const { t } = useLingui();
  const { assets } = useOperator();
  return ({ asset, amount }: DecisionFacts): ReactNode => {
    if (typeof asset !== 'string') return t`Moves no money`;
    const symbol = assets.find(({ id }) => id === asset)?.symbol ?? asset;
    return typeof amount === 'string' ? (
      <bdi dir="ltr" className="number">
        {formatMoney(amount, asset, assets)}
      </bdi>
    ) : (
      t`Moves no money (${symbol})`
    );
  };
}

const addressPattern = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** An address stands in full, everything else as it is called. */
function PartyName({ as, name }: { as: string; name: string }) {
  const { t } = useLingui();
  if (addressPattern.test(name)) return <FullAddress address={name} />;
  if (as === 'house') return t`House equity`;
  if (as === 'audience' && name === 'everybody') return t`Everybody`;
  return <bdi>{name}</bdi>;
}

function DetailValue({ detail }: { detail: DecisionDetail }) {
  const { assets } = useOperator();
  const sayChange = useSayChange();
  const { sayDetail } = useCodes();
  if ('at' in detail) return formatTime(detail.at);
  if ('amount' in detail) {
    const { amount, asset } = detail;
    return (
      <bdi dir="ltr" className="number">
        {amount.startsWith('-') ? '−' : ''}
        {formatMoney(amount.replace('-', ''), asset, assets)}
      </bdi>
    );
  }
  if (detail.name === 'change') return sayChange(JSON.parse(detail.text) as ChangeContent);
  return <span className="signing-lines">{sayDetail(detail.name, detail.text)}</span>;
}

/** What the operator has entered, where it is not a fact already. */
function useOwnWords({ content, facts }: DecisionStatement): Fact[] {
  const { t } = useLingui();
  const { sayRejection } = useCodes();
  const { note, reason, despiteWarnings } = content;
  const isReason = 'said' in facts.reason && facts.reason.said === note;
  return [
    ...(typeof note === 'string' && !isReason ? [{ key: 'note', term: t`Your note`, value: note }] : []),
    ...(typeof reason === 'string' && 'decision' in content
      ? [{ key: 'rejection', term: t`Reason to reject`, value: sayRejection(reason) }]
      : []),
    ...(despiteWarnings === true
      ? [{ key: 'despite', term: t`Warnings`, value: t`Return money despite the warnings` }]
      : []),
  ];
}
