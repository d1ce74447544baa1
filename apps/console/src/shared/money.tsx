import { formatMoney } from './format.ts';
import { useOperator } from './operator.ts';

/** An amount of an asset in base units, as one word that reads from left to right. */
export function Money({ amount, assetId }: { amount: string; assetId: string }) {
  const { assets } = useOperator();
  return (
    <bdi dir="ltr" className="number">
      {formatMoney(amount, assetId, assets)}
    </bdi>
  );
}
