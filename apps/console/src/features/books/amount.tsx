import { classNames } from '@tern/ui/class-names';
import { useOperator } from '../../shared/operator.ts';
import { formatPlain, formatSigned } from './format-signed.ts';

/** An amount of the ledger: read from left to right in every language, red below zero. */
export function Amount(props: { wire: string; assetId: string; symbol?: boolean; warn?: boolean }) {
  const { assets } = useOperator();
  const format = props.symbol === true ? formatSigned : formatPlain;
  return (
    <bdi
      dir="ltr"
      className={classNames('number books-amount', props.warn && props.wire.startsWith('-') && 'books-negative')}
    >
      {format(props.wire, props.assetId, assets)}
    </bdi>
  );
}
