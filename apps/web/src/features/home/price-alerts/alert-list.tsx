import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { PriceAlertView } from '@tern/contracts/routes/price-alerts';
import { Amount } from '@tern/ui/amount';
import { Empty } from '@tern/ui/empty';
import { CircleCheckIcon } from '@tern/ui/icons';
import { BellIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Row } from '@tern/ui/row';
import { useState } from 'react';
import { formatDecimal } from '../../../shared/format-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { unitSymbol } from '../../../shared/home+my/unit-symbol.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { AlertSheet } from './alert-sheet.tsx';

/** Those that wait, then those that were reached; each opens to what can be done with it. */
export function AlertList(props: { alerts: readonly PriceAlertView[]; asset: AssetView }) {
  const { alerts, asset } = props;
  const [openId, setOpenId] = useState<string>();
  const opened = alerts.find(({ id }) => id === openId);
  if (alerts.length === 0) {
    return (
      <Empty
        title={<Trans>No price alerts</Trans>}
        note={<Trans>Add a price, and you get a message once {asset.symbol} reaches it.</Trans>}
      />
    );
  }
  return (
    <>
      <ul>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <Row
              as="button"
              start={
                <Mark kind={alert.reached === null ? 'plain' : 'positive'}>
                  {alert.reached === null ? <BellIcon /> : <CircleCheckIcon />}
                </Mark>
              }
              title={<Condition alert={alert} />}
              note={<State alert={alert} />}
              leads
              onClick={() => setOpenId(alert.id)}
            />
          </li>
        ))}
      </ul>
      <AlertSheet
        alert={opened}
        title={opened && <Condition alert={opened} />}
        note={opened && <State alert={opened} />}
        onClose={() => setOpenId(undefined)}
      />
    </>
  );
}

function Condition({ alert: { direction, target, unit } }: { alert: PriceAlertView }) {
  return (
    <>
      {direction === 'above' ? <Trans>Rises to</Trans> : <Trans>Falls to</Trans>} <InUnit price={target} unit={unit} />
    </>
  );
}

function State({ alert: { reached, setAt, unit } }: { alert: PriceAlertView }) {
  const time = formatDateTime(reached?.at ?? setAt);
  if (reached === null) return <Trans>Set on {time}</Trans>;
  return (
    <Trans>
      Reached on {time} at <InUnit price={reached.price} unit={unit} />
    </Trans>
  );
}

function InUnit({ price, unit }: { price: string; unit: string }) {
  const { data: installation } = useSuspenseQuery(installationQuery);
  return <Amount text={formatDecimal(price)} unit={unitSymbol(installation, unit)} />;
}
