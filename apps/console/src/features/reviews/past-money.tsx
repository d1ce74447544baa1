import { Trans, useLingui } from '@lingui/react/macro';
import type { ReviewCaseView } from '@tern/contracts/routes/console-reviews';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../shared/format.ts';
import { formatDay } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { stateName } from '../../shared/state-names.ts';

type Found = { found: ReviewCaseView };

/** What the person sent before, whatever became of it. */
export function LastTransfers({ found }: Found) {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  return (
    <PastMoney
      title={t`Last transfers`}
      none={t`None: this is the person’s first send.`}
      heads={[t`Receiver`, t`Status`]}
      rows={found.lastTransfers.map((each) => ({
        key: each.id,
        at: each.at,
        amount: `−${formatMoney(each.amount, each.assetId, assets)}`,
        cells: (
          <>
            <td>
              <ShortAddress address={each.toAddress} />
            </td>
            <td>{i18n._(stateName(each.state))}</td>
          </>
        ),
      }))}
    />
  );
}

/** What the send is made of: who sent it to the person, and how often. */
export function LastArrivals({ found }: Found) {
  const { t } = useLingui();
  const { assets } = useOperator();
  return (
    <PastMoney
      title={t`Last arrivals`}
      none={t`None.`}
      heads={[t`Sender`, t`Arrivals from this sender`]}
      rows={found.arrivals.map((each) => ({
        key: each.id,
        at: each.at,
        amount: formatMoney(each.amount, each.assetId, assets),
        cells: (
          <>
            <td>
              {each.fromPerson !== null ? (
                <Link className="link" to={`/people/${each.fromPerson.id}`}>
                  <bdi dir="ltr">{each.fromPerson.publicId}</bdi>
                </Link>
              ) : each.fromAddress === null ? (
                t`unknown`
              ) : (
                <ShortAddress address={each.fromAddress} />
              )}
            </td>
            <td className={each.times === 1 ? 'check-warning' : undefined}>{each.times}</td>
          </>
        ),
      }))}
    />
  );
}

function ShortAddress({ address }: { address: string }) {
  return <bdi dir="ltr">{`${address.slice(0, 6)}…${address.slice(-5)}`}</bdi>;
}

/** Movements by day and amount, and what else is to be known of each in between. */
function PastMoney(props: {
  title: string;
  none: string;
  heads: readonly string[];
  rows: readonly { key: string; at: string; amount: string; cells: ReactNode }[];
}) {
  return (
    <section className="panel">
      <h2>{props.title}</h2>
      {props.rows.length === 0 ? (
        <p className="ink-2">{props.none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>
                <Trans>Date</Trans>
              </th>
              {props.heads.map((head) => (
                <th key={head}>{head}</th>
              ))}
              <th className="end">
                <Trans>Amount</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {props.rows.map(({ key, at, amount, cells }) => (
              <tr key={key}>
                <td>{formatDay(at)}</td>
                {cells}
                <td className="end">
                  <bdi dir="ltr" className="number">
                    {amount}
                  </bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
