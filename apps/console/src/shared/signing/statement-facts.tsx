import { Trans, useLingui } from '@lingui/react/macro';
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

/** Every fact of a decision, those it does not have too: what moves and where to, who asked, who has said what, and the rest. */
export function StatementFacts({ statement }: { statement: DecisionStatement }) {
  const { t, i18n } = useLingui();
  const { facts, operator, askedAt } = statement;
  const sayMoney = useMoney();
  const shown: Fact[] = [
    ...facts.details.map((detail, at) => ({
      key: `detail-${at}`,
      term: i18n._(detailNames[detail.name]),
      value: <DetailValue detail={detail} />,
    })),
    ...useOwnWords(statement),
    { key: 'signed', term: t`Signed by`, value: t`${operator}, ${formatTime(askedAt)}` },
  ];
  return (
    <>
      <p className={typeof facts.amount === 'string' ? 'signing-amount' : 'ink-2'}>{sayMoney(facts)}</p>
      <Parties about={facts.about} />
      <Request facts={facts} />
      <section className="signing-card">
        <h3>
          <Trans>Earlier approvals</Trans>
        </h3>
        {'none' in facts.earlier ? t`One operator decides` : <EarlierDecisions earlier={facts.earlier} />}
      </section>
      <Facts tight ruled facts={shown} />
    </>
  );
}

/** Whom and what it is about, the receiver of money in full. */
function Parties({ about }: Pick<DecisionFacts, 'about'>) {
  const { i18n } = useLingui();
  return (
    <section className="signing-card">
      {about.map(({ as, name }, at) => (
        <div key={at}>
          <h3>{i18n._(partyNames[as])}</h3>
          <p className="signing-party">
            <PartyName as={as} name={name} />
          </p>
        </div>
      ))}
    </section>
  );
}

/** Who brought it about, and why. */
function Request({ facts: { author, reason } }: { facts: Pick<DecisionFacts, 'author' | 'reason'> }) {
  const { t } = useLingui();
  const sayAuthor = useAuthor();
  const { sayCause } = useCodes();
  return (
    <section className="signing-card">
      <h3>
        <Trans>Requested by {sayAuthor(author)}</Trans>
      </h3>
      <p>
        {'none' in reason
          ? t`No reason was asked for`
          : 'said' in reason
            ? t`“${reason.said}”`
            : `${sayCause(reason.cause)}${typeof reason.detail === 'string' ? ` · ${reason.detail}` : ''}`}
      </p>
    </section>
  );
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
