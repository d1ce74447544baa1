import { useOperator } from '../../shared/operator.ts';
import { formatPlain, formatSigned } from './format-signed.ts';

/** An amount of the ledger: read from left to right in every language, red below zero. */
export function Amount(props: { wire: string; assetId: string; symbol?: boolean; warn?: boolean }) {
  const { assets } = useOperator();
  const format = props.symbol === true ? formatSigned : formatPlain;
  return (
    <bdi dir="ltr" className={props.warn === true && props.wire.startsWith('-') ? 'number books-negative' : 'number'}>
      {format(props.wire, props.assetId, assets)}
    </bdi>
  );
}
