import { Trans, useLingui } from '@lingui/react/macro';
import type { TransactionRowView, TransactionView } from '@tern/contracts/routes/console-transactions';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../shared/format.ts';
import { formatMoment } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { waits } from '../../shared/wait-names.ts';
import { PersonLink, SignedAmount, State } from './transaction-cells.tsx';
import { codeName } from '../../shared/flow-codes.ts';
import { kindNames, transactionPath } from '../../shared/transaction-names.ts';

/** Who paid whom, by which transaction of the chain, and why it stands as it does. */
export function TransactionFacts({ found }: { found: TransactionView }) {
  const { i18n } = useLingui();
  const waitsFor = Object.entries(waits).find(([wait]) => wait === found.waitingFor)?.[1];
  return (
    <section className="panel">
      <Fact title={<Trans>Why</Trans>}>{found.reason === null ? null : i18n._(codeName('reasons', found.reason))}</Fact>
      <Fact title={<Trans>Waits for</Trans>}>{waitsFor === undefined ? null : i18n._(waitsFor)}</Fact>
      <Fact title={<Trans>Time</Trans>}>{formatMoment(found.at)}</Fact>
      <Fact title={<Trans>Sender</Trans>}>
        {found.payAddress === null ? null : <Address address={found.payAddress} />}
      </Fact>
      <Fact title={<Trans>Receiver</Trans>}>
        {found.receiveAddress === null ? null : <Address address={found.receiveAddress} />}
      </Fact>
      <Fact title={<Trans>Other person</Trans>}>
        {found.other.person === null ? null : <PersonLink person={found.other.person} />}
      </Fact>
      <Fact title={<Trans>Transaction id</Trans>}>
        {found.txId === null ? null : <span className="mono">{found.txId}</span>}
      </Fact>
      <Fact title={<Trans>Block</Trans>}>
        {found.block === null ? null : <BlockFact found={found} block={found.block} />}
      </Fact>
      <Fact title={<Trans>Network cost</Trans>}>
        {found.networkFeeSun === null && found.energyUsed === null && found.bandwidthUsed === null ? null : (
          <NetworkCost found={found} />
        )}
      </Fact>
      <Fact title={<Trans>Contract, token or form</Trans>}>
        {found.subject === null ? null : <span className="mono">{found.subject}</span>}
      </Fact>
      <Fact title={<Trans>Memo</Trans>}>{found.memo}</Fact>
      <Fact title={<Trans>Dust</Trans>}>
        {found.dust ? <Trans>So little that the person’s list leaves it out; the balance has it.</Trans> : null}
      </Fact>
    </section>
  );
}

/** Nothing at all where there is no such fact. */
function Fact({ title, children }: { title: ReactNode; children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null;
  return (
    <div className="transaction-fact">
      <h2>{title}</h2>
      <div>{children}</div>
    </div>
  );
}

function Address({ address }: { address: string }) {
  return (
    <bdi dir="ltr" className="mono" translate="no">
      {address}
    </bdi>
  );
}

function BlockFact({ found, block }: { found: TransactionView; block: number }) {
  const { i18n } = useLingui();
  const { blockTime, confirmations } = found;
  return (
    <>
      {i18n.number(block)}
      {blockTime === null ? null : ` · ${formatMoment(blockTime)}`}
      {confirmations === null ? null : (
        <>
          {' · '}
          <Trans>
            {confirmations.seen} of {confirmations.required}
          </Trans>
        </>
      )}
    </>
  );
}

function NetworkCost({ found: { networkFeeSun, energyUsed, bandwidthUsed } }: { found: TransactionView }) {
  const { i18n } = useLingui();
  const { assets } = useOperator();
  const parts = [
    networkFeeSun === null ? null : formatMoney(networkFeeSun, 'trx', assets),
    energyUsed === null ? null : <Trans key="energy">energy {i18n.number(energyUsed)}</Trans>,
    bandwidthUsed === null ? null : <Trans key="bandwidth">bandwidth {i18n.number(bandwidthUsed)}</Trans>,
  ].filter((part) => part !== null);
  return parts.flatMap((part, at) => (at === 0 ? [part] : [' · ', part]));
}

/** What else the same transaction of the chain did here. */
export function SameTransaction({ rows }: { rows: readonly TransactionRowView[] }) {
  const { t, i18n } = useLingui();
  if (rows.length === 0) return null;
  return (
    <section className="panel">
      <h2>
        <Trans>Also in this transaction</Trans>
      </h2>
      <table aria-label={t`Also in this transaction`}>
        <tbody>
          {rows.map((row) => (
            <tr key={transactionPath(row)}>
              <td>
                <Link className="link" to={transactionPath(row)}>
                  {i18n._(kindNames[row.kind])}
                </Link>
              </td>
              <td>
                <PersonLink person={row.person} />
              </td>
              <td className="end">
                <SignedAmount row={row} />
              </td>
              <td>
                <State row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
