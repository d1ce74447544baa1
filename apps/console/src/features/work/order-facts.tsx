import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderView } from '@tern/contracts/routes/console-work';
import { formatMoney } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
import { EarlierOnPage, useAuthor } from '../../shared/signing/earlier.tsx';
import { partyNames } from '../../shared/signing/statement-texts.ts';

/** How much an order of the house takes where, who proposed it and who has approved it. */
export function OrderFacts({ order }: { order: OrderView }) {
  const { i18n } = useLingui();
  const { assets } = useOperator();
  const sayAuthor = useAuthor();
  return (
    <>
      <bdi dir="ltr" className="number">
        {formatMoney(order.amount, order.assetId, assets)}
      </bdi>
      {order.about.map(({ as, name }) => (
        <p key={`${as} ${name}`}>
          <span className="ink-2">{i18n._(partyNames[as])}</span> <span className="mono">{name}</span>
        </p>
      ))}
      <p className="ink-2">
        <Trans>Proposed by: {sayAuthor(order.author)}</Trans>
      </p>
      <EarlierOnPage earlier={order.earlier} />
    </>
  );
}
