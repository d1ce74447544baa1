import { Trans, useLingui } from '@lingui/react/macro';
import type { ReviewCaseView } from '@tern/contracts/routes/console-reviews';
import { Link } from 'react-router';
import { formatDay, formatMoney } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
import { stateName } from '../../shared/state-names.ts';

type Found = { found: ReviewCaseView };

/** What the person sent before, whatever became of it. */
export function LastTransfers({ found }: Found) {
  const { i18n } = useLingui();
  const { assets } = useOperator();
  return (
    <section className="panel">
      <h2>
        <Trans>Last transfers</Trans>
      </h2>
      {found.lastTransfers.length === 0 ? (
        <p className="ink-2">
          <Trans>None: this is the person’s first send.</Trans>
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>
                <Trans>Date</Trans>
              </th>
              <th>
                <Trans>Receiver</Trans>
              </th>
              <th>
                <Trans>Status</Trans>
              </th>
              <th className="end">
                <Trans>Amount</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.lastTransfers.map((each) => (
              <tr key={each.id}>
                <td>{formatDay(each.at)}</td>
                <td>
                  <bdi dir="ltr">{`${each.toAddress.slice(0, 6)}…${each.toAddress.slice(-5)}`}</bdi>
                </td>
                <td>{i18n._(stateName(each.state))}</td>
                <td className="end">
                  <bdi dir="ltr" className="number">
                    −{formatMoney(each.amount, each.assetId, assets)}
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

/** What the send is made of: who sent it to the person, and how often. */
export function LastArrivals({ found }: Found) {
  const { t } = useLingui();
  const { assets } = useOperator();
  return (
    <section className="panel">
      <h2>
        <Trans>Last arrivals</Trans>
      </h2>
      {found.arrivals.length === 0 ? (
        <p className="ink-2">
          <Trans>None.</Trans>
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>
                <Trans>Date</Trans>
              </th>
              <th>
                <Trans>Sender</Trans>
              </th>
              <th>
                <Trans>Arrivals from this sender</Trans>
              </th>
              <th className="end">
                <Trans>Amount</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.arrivals.map((each) => (
              <tr key={each.id}>
                <td>{formatDay(each.at)}</td>
                <td>
                  {each.fromPerson !== null ? (
                    <Link className="link" to={`/people/${each.fromPerson.id}`}>
                      <bdi dir="ltr">{each.fromPerson.publicId}</bdi>
                    </Link>
                  ) : each.fromAddress === null ? (
                    t`unknown`
                  ) : (
                    <bdi dir="ltr">{`${each.fromAddress.slice(0, 6)}…${each.fromAddress.slice(-5)}`}</bdi>
                  )}
                </td>
                <td className={each.times === 1 ? 'check-warning' : undefined}>{each.times}</td>
                <td className="end">
                  <bdi dir="ltr" className="number">
                    {formatMoney(each.amount, each.assetId, assets)}
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
