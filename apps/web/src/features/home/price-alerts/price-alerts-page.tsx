import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { isPriceFixed } from '@tern/contracts/is-price-fixed';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { PriceAlertsView } from '@tern/contracts/routes/price-alerts';
import { Button } from '@tern/ui/button';
import { Loaded } from '@tern/ui/loaded';
import { Alert } from '@tern/ui/notice';
import { AppBar, Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { Link } from 'react-router';
import { BackButton } from '../../../shared/back-button.tsx';
import { getAsset } from '../../../shared/get-asset.ts';
import { usePageShape } from '../../../shared/page-shape.ts';
import { paths } from '../../../shared/paths.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { oneOf, useSearch } from '../../../shared/search-params.ts';
import { useCurrency } from '../../../shared/use-currency.ts';
import { AlertForm } from './alert-form.tsx';
import { AlertList } from './alert-list.tsx';
import { priceAlertsQuery } from './price-alerts-query.ts';
import { PriceNow } from './price-now.tsx';

const searchShape = { coin: oneOf(['usdt', 'trx', 'reward'], 'trx') };

/** Prices of one asset that the person wants to be told about, beside what it costs now. */
function PriceAlertsPage() {
  const { t } = useLingui();
  const shape = usePageShape();
  const { coin } = useSearch(searchShape);
  const { data: installation } = useSuspenseQuery(installationQuery);
  const query = useQuery(priceAlertsQuery(coin));
  return (
    <Page bar={<AppBar title={t`Price alerts`} back={<BackButton fallback={paths.home} />} />}>
      <PullToRefresh label={t`Refreshing`} onRefresh={query.refetch} />
      <Loaded query={query} loading={shape} failed={<Trans>Couldn’t load your price alerts.</Trans>}>
        {(view) => <Content view={view} asset={getAsset(installation, coin)} readAtMs={query.dataUpdatedAt} />}
      </Loaded>
    </Page>
  );
}

function Content(props: { view: PriceAlertsView; asset: AssetView; readAtMs: number }) {
  const { view, asset } = props;
  const { unit } = useCurrency();
  const isFixed = isPriceFixed(asset.id, unit);
  const isFull = view.used >= view.limit;
  return (
    <>
      <PriceNow price={view.price} judged={view.judged} asset={asset} readAtMs={props.readAtMs} />
      {isFixed ? (
        <>
          <Alert kind="info">{problemText({ code: 'ALERT_PRICE_FIXED', data: undefined })}</Alert>
          <Button as={Link} to={paths.settings} kind="quiet" block>
            <Trans>Settings</Trans>
          </Button>
        </>
      ) : isFull ? (
        <Alert kind="info">{problemText({ code: 'ALERT_LIMIT_REACHED', data: { limit: view.limit } })}</Alert>
      ) : (
        <AlertForm key={asset.id} asset={asset} />
      )}
      {view.alerts.length === 0 && (isFixed || isFull) ? null : <AlertList alerts={view.alerts} asset={asset} />}
      {view.used === 0 ? null : (
        <p className="caption">
          <Trans>
            You get one message for each alert. You have {view.used} of {view.limit} price alerts, counting all coins.
          </Trans>
        </p>
      )}
    </>
  );
}

export { PriceAlertsPage as Component };
