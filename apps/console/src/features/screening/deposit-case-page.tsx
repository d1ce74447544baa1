import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { recordNumber } from '@tern/contracts/record-number';
import type { DepositCaseView } from '@tern/contracts/routes/console-screening';
import { Button } from '@tern/ui/button';
import { Chip } from '@tern/ui/chip';
import { ExternalIcon } from '@tern/ui/console-icons';
import { Facts } from '@tern/ui/facts';
import { Link, useParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { CaseEvidence } from '../../shared/case-evidence.tsx';
import { DetailPage } from '../../shared/detail-page.tsx';
import { formatMoney } from '../../shared/format.ts';
import { formatTime } from '../../shared/format-time.ts';
import { HeldByRule } from '../../shared/held-by-rule.tsx';
import { HoldAnswers } from '../../shared/hold-answers.tsx';
import { HelpLink } from '../../shared/help-link.tsx';
import { useOperator } from '../../shared/operator.ts';
import { freezeReasons } from '../../shared/reason-names.ts';
import { SignedAction } from '../../shared/signed.tsx';
import { stateName } from '../../shared/state-names.ts';
import './screening.css';

/** One held deposit: what was found about its sender, whose it is, and its release. */
export function DepositCasePage() {
  const { id = '' } = useParams();
  const { assets } = useOperator();
  const query = useQuery({
    queryKey: ['screening', 'deposit', id],
    queryFn: () => api.screening.depositCase({ id }),
    refetchInterval: 10_000,
  });
  return (
    <DetailPage
      list={{ to: '/screening', name: <Trans>Screening</Trans> }}
      name={
        query.data === undefined ? null : (
          <bdi dir="ltr" className="number">
            {recordNumber({ id: query.data.recordId, kind: 'deposit' })}
          </bdi>
        )
      }
      help={<HelpLink page="screening" />}
      query={query}
    >
      {(found) => ({
        title: <bdi dir="ltr">{formatMoney(found.amount, found.assetId, assets)}</bdi>,
        subtitle: <Trans>Held deposit</Trans>,
        aside: <Aside found={found} />,
        start: (
          <>
            <Found found={found} />
            <Decision found={found} />
          </>
        ),
        end: <DepositFacts found={found} />,
      })}
    </DetailPage>
  );
}

type Props = { found: DepositCaseView };

function Aside({ found: { state, txId } }: Props) {
  const { i18n } = useLingui();
  const { explorerUrl } = useOperator();
  return (
    <>
      <Chip kind={state === 'under-review' ? 'waiting' : 'neutral'}>{i18n._(stateName(state))}</Chip>
      {explorerUrl === null ? null : (
        <Button as="a" kind="quiet" href={`${explorerUrl}/#/transaction/${txId}`} target="_blank" rel="noreferrer">
          <ExternalIcon size="s" />
          <Trans>Open in the explorer</Trans>
        </Button>
      )}
    </>
  );
}

function Found({ found: { evidence, reason, state, rule } }: Props) {
  const { i18n } = useLingui();
  return (
    <section className="panel screening-decision">
      <h2>
        <Trans>Held for its sender</Trans>
      </h2>
      <CaseEvidence evidence={evidence} />
      <p>
        <Trans>Reason of the hold: {i18n._(freezeReasons[reason])}</Trans>
      </p>
      <HeldByRule rule={rule} />
      {state === 'under-review' ? <HoldAnswers /> : null}
    </section>
  );
}

function Decision({ found }: Props) {
  const { t } = useLingui();
  const { id, state, until, endedAt, decidedBy, personId } = found;
  if (state !== 'under-review')
    return (
      <section className="panel">
        <h2>
          <Trans>How it ended</Trans>
        </h2>
        <p>
          {decidedBy === null ? (
            <Trans>
              Nobody decided in time. The person has been able to use it since {formatTime(endedAt ?? until)}.
            </Trans>
          ) : (
            <Trans>
              {decidedBy} released it, {formatTime(endedAt ?? until)}.
            </Trans>
          )}
        </p>
      </section>
    );
  return (
    <section className="panel screening-decision">
      <h2>
        <Trans>One person decides</Trans>
      </h2>
      <p>
        <Trans>
          The deposit is in the person’s balance, and they cannot use it yet. Release it if nothing speaks against it.
          What nobody has released by {formatTime(until)} can be used then.
        </Trans>
      </p>
      <p className="ink-2">
        <Trans>
          To hold longer, put{' '}
          <Link className="link" to={`/people/${personId}`}>
            the account
          </Link>{' '}
          on hold, with a reason and an end of its own.
        </Trans>
      </p>
      <SignedAction
        label={<Trans>Release</Trans>}
        kind="primary"
        roles={['reviewer', 'treasurer']}
        noteLabel={t`What you looked at`}
        ask={(note) => api.screening.askRelease({ id, note })}
        take={async (note, _more, proof) => {
          await api.screening.releaseDeposit({ said: { id, note }, proof });
          return 'done';
        }}
      />
    </section>
  );
}

function DepositFacts({ found }: Props) {
  const { t } = useLingui();
  const { assets } = useOperator();
  const { usdtValue, address, toAddress, txId, personId, publicId, recordId, openedAt, until } = found;
  return (
    <section className="panel">
      <Facts
        tight
        facts={[
          {
            key: 'value',
            term: t`Worth when it was credited`,
            value:
              usdtValue === null ? (
                t`No price was known`
              ) : (
                <bdi dir="ltr">{formatMoney(usdtValue, 'usdt', assets)}</bdi>
              ),
          },
          { key: 'sender', term: t`Sender`, value: <Mono text={address} /> },
          { key: 'arrived-at', term: t`Arrived at`, value: <Mono text={toAddress} /> },
          {
            key: 'person',
            term: t`Person`,
            value: (
              <Link className="link" to={`/people/${personId}`}>
                <bdi dir="ltr">{publicId}</bdi>
              </Link>
            ),
          },
          { key: 'transaction', term: t`Transaction id`, value: <Mono text={txId} /> },
          {
            key: 'record',
            term: t`Record`,
            value: (
              <Link className="link" to={`/transactions/record/${recordId}`}>
                <bdi dir="ltr">{recordNumber({ id: recordId, kind: 'deposit' })}</bdi>
              </Link>
            ),
          },
          { key: 'opened', term: t`Held since`, value: formatTime(openedAt) },
          { key: 'until', term: t`Decide by`, value: formatTime(until) },
        ]}
      />
    </section>
  );
}

function Mono({ text }: { text: string }) {
  return (
    <span dir="ltr" className="mono screening-address" translate="no">
      {text}
    </span>
  );
}
