import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../shared/api.ts';
import type { HouseView } from '@tern/contracts/routes/console-work';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedAnswer } from '../../shared/data-table/paged-rows.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { Page } from '../../shared/page.tsx';
import { pagedQuery } from '../../shared/paged-query.ts';
import { AssetCustody } from './asset-custody.tsx';
import { Gaps } from './gaps.tsx';
import { Nodes } from './nodes.tsx';
import { OrdersTable } from './orders-table.tsx';
import { ProposeOrder } from './propose-order.tsx';
import { ReserveProposals } from './reserve-proposals.tsx';
import { Surpluses } from './surpluses.tsx';
import './treasury.css';

const houseQuery = pagedQuery(['house'], (page) => api.work.showHouse(page), 10_000);

/** All lists as far as they were read; the first page has the rest. */
function joinPages(pages: readonly [HouseView, ...HouseView[]]): HouseView {
  return {
    ...pages[0],
    more: (pages.at(-1) ?? pages[0]).more,
    gaps: pages.flatMap(({ gaps }) => gaps),
    surpluses: pages.flatMap(({ surpluses }) => surpluses),
    orders: pages.flatMap(({ orders }) => orders),
  };
}

/** What is owed and what lies where, by the books and by the chain. */
export function TreasuryPage() {
  const house = useInfiniteQuery(houseQuery);
  return (
    <Page
      title={<Trans>Treasury and reconciliation</Trans>}
      aside={<HelpLink page="treasury" />}
      query={pagedAnswer(house, joinPages)}
    >
      {(answer) => (
        <>
          <Gaps
            house={answer}
            nowMs={house.dataUpdatedAt}
            foot={
              <MoreRows query={house} of={answer.more.gaps}>
                <Trans>More that is missing</Trans>
              </MoreRows>
            }
          />
          <Surpluses
            surpluses={answer.surpluses}
            nowMs={house.dataUpdatedAt}
            foot={
              <MoreRows query={house} of={answer.more.surpluses}>
                <Trans>More surpluses</Trans>
              </MoreRows>
            }
          />
          <ReserveProposals />
          {answer.assets.map((asset) => (
            <AssetCustody key={asset.assetId} asset={asset} nowMs={house.dataUpdatedAt} />
          ))}
          <OrdersTable
            orders={answer.orders}
            foot={
              <MoreRows query={house} of={answer.more.orders}>
                <Trans>More orders</Trans>
              </MoreRows>
            }
          />
          <ProposeOrder />
          <Nodes />
        </>
      )}
    </Page>
  );
}
