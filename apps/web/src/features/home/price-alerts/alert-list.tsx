import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { PriceAlertView } from '@tern/contracts/routes/price-alerts';
import { Empty } from '@tern/ui/empty';
import { CircleCheckIcon } from '@tern/ui/icons';
import { BellIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Row } from '@tern/ui/row';
import { useState, type ReactNode } from 'react';
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
  return (
    <>
      {alerts.length === 0 ? (
        <Empty
          title={<Trans>No price alerts</Trans>}
          note={<Trans>Add a price, and you get a message once {asset.symbol} reaches it.</Trans>}
        />
      ) : null}
      <Section
        title={<Trans>Waiting</Trans>}
        alerts={alerts.filter(({ reached }) => reached === null)}
        onOpen={setOpenId}
      />
      <Section
        title={<Trans>Reached</Trans>}
        alerts={alerts.filter(({ reached }) => reached !== null)}
        onOpen={setOpenId}
      />
      <AlertSheet alert={opened} title={opened && <AlertTitle alert={opened} />} onClose={() => setOpenId(undefined)} />
    </>
  );
}

function Section(props: { title: ReactNode; alerts: readonly PriceAlertView[]; onOpen: (id: string) => void }) {
  if (props.alerts.length === 0) return null;
  return (
    <section className="stack">
      <h2 className="label ink-2">{props.title}</h2>
      <ul>
        {props.alerts.map((alert) => (
          <li key={alert.id}>
            <Row
              as="button"
              start={
                <Mark kind={alert.reached === null ? 'plain' : 'positive'}>
                  {alert.reached === null ? <BellIcon /> : <CircleCheckIcon />}
                </Mark>
              }
              title={<AlertTitle alert={alert} />}
              note={<AlertNote alert={alert} />}
              leads
              onClick={() => props.onOpen(alert.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AlertTitle({ alert }: { alert: PriceAlertView }) {
  const { direction, target } = alert;
  const price = <InUnit price={target} unit={alert.unit} />;
  return direction === 'above' ? <Trans>Rises to {price}</Trans> : <Trans>Falls to {price}</Trans>;
}

function AlertNote({ alert: { reached, setAt, unit } }: { alert: PriceAlertView }) {
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
  return (
    <bdi dir="ltr" className="number">
      {formatDecimal(price)} {unitSymbol(installation, unit)}
    </bdi>
  );
}
