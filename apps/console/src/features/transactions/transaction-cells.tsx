import { Trans, useLingui } from '@lingui/react/macro';
import type { TransactionRowView } from '@tern/contracts/routes/console-transactions';
import { ShortAddress } from '@tern/ui/address';
import { Chip } from '@tern/ui/chip';
import { Link } from 'react-router';
import { formatMoney } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
import { signedAmount, states } from '../../shared/transaction-names.ts';

/** What came is marked with a plus, what left with a minus. */
export function SignedAmount({ row }: { row: TransactionRowView }) {
  const { assets } = useOperator();
  const amount = signedAmount(row, assets);
  if (amount === undefined) return '–';
  return (
    <bdi dir="ltr" className="number">
      {amount}
    </bdi>
  );
}

export function Fee({ row: { fee, assetId } }: { row: TransactionRowView }) {
  const { assets } = useOperator();
  if (fee === '0' || assetId === null) return '–';
  return (
    <bdi dir="ltr" className="number">
      {formatMoney(fee, assetId, assets)}
    </bdi>
  );
}

export function PersonLink({ person }: { person: TransactionRowView['person'] }) {
  if (person === null) return '–';
  return (
    <Link className="link" to={`/people/${person.id}`}>
      <bdi dir="ltr">{person.publicId}</bdi>
    </Link>
  );
}

/** Who is on the other side; of a swap what it brought. */
export function OtherSide({ row: { other, counter } }: { row: TransactionRowView }) {
  const { assets } = useOperator();
  if (counter !== null) return <bdi dir="ltr">+{formatMoney(counter.amount, counter.assetId, assets)}</bdi>;
  if (other.person !== null) return <PersonLink person={other.person} />;
  return other.address === null ? '–' : <ShortAddress address={other.address} />;
}

/** What is simply done is said quietly; dust says that it is. */
export function State({ row: { state, dust } }: { row: Pick<TransactionRowView, 'state' | 'dust'> }) {
  const { i18n } = useLingui();
  const { name, chip } = states[state];
  return (
    <span className="cluster wrap">
      {chip === 'done' ? <span className="ink-2">{i18n._(name)}</span> : <Chip kind={chip}>{i18n._(name)}</Chip>}
      {dust ? (
        <Chip>
          <Trans>Dust</Trans>
        </Chip>
      ) : null}
    </span>
  );
}
