import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PersonView } from '@tern/contracts/routes/console-people';
import { Facts } from '@tern/ui/facts';
import { Link, useParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { formatDay, formatMoney, formatTime } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
import { nameOf } from '../../shared/code-names.ts';
import { Page } from '../../shared/page.tsx';
import { accountState } from '../../shared/state-names.ts';
import { Stops } from '../../shared/stops.tsx';
import { SignedAction } from '../../shared/signed.tsx';
import { AddNote } from './add-note.tsx';
import { DeclareOwn } from './declare-own.tsx';
import { Hold } from './hold.tsx';
import { Reveal } from './reveal.tsx';
import { SentMessages } from './sent-messages.tsx';
import { ViewAs } from './view-as.tsx';

/** One person: masked facts, balances, what happened to the account, what operators did about it. */
export function PersonPage() {
  const { t, i18n } = useLingui();
  const { id = '' } = useParams();
  const person = useQuery({ queryKey: ['person', id], queryFn: () => api.people.person({ id }) });
  return (
    <Page title={<Trans>Person</Trans>} query={person}>
      {(found) => (
        <>
          <section className="panel">
            <h2>
              <bdi dir="ltr">{found.publicId}</bdi>
            </h2>
            <Facts
              tight
              facts={[
                { key: 'contacts', term: t`Contacts`, value: <bdi dir="ltr">{found.contacts.join(', ')}</bdi> },
                { key: 'since', term: t`Since`, value: formatDay(found.since) },
                {
                  key: 'active',
                  term: t`Account active`,
                  value: found.activatedAt === null ? t`no` : formatDay(found.activatedAt),
                },
                { key: 'state', term: t`Status`, value: <Status person={found} /> },
              ]}
            />
            <Link className="link" to={`/transactions?person=${found.id}`}>
              <Trans>Transactions of this person</Trans>
            </Link>
            <Reveal id={found.id} left={found.revealsLeft} />
          </section>
          <Wallets wallets={found.wallets} />
          <OperatorActions found={found} />
          <ViewAs id={found.id} />
          <SentMessages messages={found.sentMessages} />
          <section className="panel">
            <h2>
              <Trans>Account history</Trans>
            </h2>
            <table>
              <tbody>
                {found.events.map((event) => (
                  <tr key={`${event.kind} ${event.at}`}>
                    <td>{formatTime(event.at)}</td>
                    <td>{i18n._(nameOf('accountEvents', event.kind))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </Page>
  );
}

/** What the account may do now: every hold with its reason, who set it, since when and until when. */
function Status({ person: { state, stops } }: { person: Pick<PersonView, 'state' | 'stops'> }) {
  const { i18n } = useLingui();
  return (
    <>
      {stops.some(({ forbidsApproval }) => forbidsApproval) ? null : i18n._(accountState(state))}
      {stops.length === 0 ? null : <Stops stops={stops} />}
    </>
  );
}

/** What operators can do about the person, and what they did. */
function OperatorActions({ found }: { found: PersonView }) {
  const { t, i18n } = useLingui();
  return (
    <section className="panel panels">
      <h2>
        <Trans>What operators did</Trans>
      </h2>
      <AddNote id={found.id} />
      <DeclareOwn id={found.id} own={found.own} />
      <Hold person={found} />
      <SignedAction
        label={t`Sign out everywhere`}
        danger
        roles={['reviewer', 'administrator']}
        noteLabel={t`Why`}
        ask={(note) => api.people.askSignOut({ id: found.id, note })}
        take={async (note, _more, proof) => {
          await api.people.signOutPerson({ said: { id: found.id, note }, proof });
          return 'done';
        }}
      />
      <table>
        <tbody>
          {found.actions.map((action) => (
            <tr key={action.seq}>
              <td>{formatTime(action.at)}</td>
              <td>{action.operator}</td>
              <td>{i18n._(nameOf('operatorActions', action.kind))}</td>
              <td>{action.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Wallets({ wallets }: Pick<PersonView, 'wallets'>) {
  const { assets } = useOperator();
  return (
    <section className="panel">
      <h2>
        <Trans>Wallets</Trans>
      </h2>
      <table>
        <tbody>
          {wallets.map((wallet) => (
            <tr key={wallet.address}>
              <td>
                <p className="mono">{wallet.address}</p>
                {wallet.disowned ? (
                  <p>
                    <Trans>The signer disowns this address. Tell nobody to send to it.</Trans>
                  </p>
                ) : null}
              </td>
              <td className="end">
                {wallet.balances.map((balance) => (
                  <p key={balance.assetId}>
                    <bdi dir="ltr" className="number">
                      {formatMoney(balance.available, balance.assetId, assets)}
                    </bdi>
                    {balance.held === '0' ? null : (
                      <span className="ink-2">
                        {' '}
                        <Trans>and {formatMoney(balance.held, balance.assetId, assets)} held</Trans>
                      </span>
                    )}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
