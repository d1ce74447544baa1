import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { Page } from '../../shared/page.tsx';
import { AssetCustody } from './asset-custody.tsx';
import { Gaps } from './gaps.tsx';
import { Nodes } from './nodes.tsx';
import { OrdersTable } from './orders-table.tsx';
import { ProposeOrder } from './propose-order.tsx';
import { ReserveProposals } from './reserve-proposals.tsx';
import { Surpluses } from './surpluses.tsx';
import './treasury.css';

/** What is owed and what lies where, by the books and by the chain. */
export function TreasuryPage() {
  const house = useQuery({ queryKey: ['house'], queryFn: () => api.work.showHouse(), refetchInterval: 10_000 });
  return (
    <Page title={<Trans>Treasury and reconciliation</Trans>} aside={<HelpLink page="treasury" />} query={house}>
      {(answer) => (
        <>
          <Gaps house={answer} />
          <Surpluses surpluses={answer.surpluses} nowMs={house.dataUpdatedAt} />
          <ReserveProposals />
          {answer.assets.map((asset) => (
            <AssetCustody key={asset.assetId} asset={asset} nowMs={house.dataUpdatedAt} />
          ))}
          <OrdersTable orders={answer.orders} />
          <ProposeOrder />
          <Nodes />
        </>
      )}
    </Page>
  );
}
