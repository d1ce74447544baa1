import { Trans, useLingui } from '@lingui/react/macro';
import type { PriceAlertView } from '@tern/contracts/routes/price-alerts';
import { Button } from '@tern/ui/button';
import { Sheet } from '@tern/ui/sheet';
import type { ReactNode } from 'react';
import { api } from '../../../shared/api.ts';
import { Refusal } from '../../../shared/refusal.tsx';
import { useAlertChange } from './use-alert-change.ts';

/** What can be done with one alert. */
export function AlertSheet(props: {
  alert: PriceAlertView | undefined;
  title: ReactNode;
  note: ReactNode;
  onClose: () => void;
}) {
  const { alert } = props;
  return (
    <Sheet open={alert !== undefined} onClose={props.onClose} title={props.title} note={props.note}>
      {alert === undefined ? null : <AlertBody key={alert.id} alert={alert} onClose={props.onClose} />}
    </Sheet>
  );
}

function AlertBody({ alert: { id, reached }, onClose: onDone }: { alert: PriceAlertView; onClose: () => void }) {
  const { t } = useLingui();
  const resetting = useAlertChange({
    change: () => api.priceAlerts.resetPriceAlert({ id }),
    doneText: t`Saved`,
    onDone,
  });
  const removing = useAlertChange({
    change: () => api.priceAlerts.removePriceAlert({ id }),
    onDone,
  });
  const busy = resetting.isPending || removing.isPending;
  return (
    <>
      <Refusal error={resetting.error ?? removing.error} />
      {reached === null ? null : (
        <Button block busy={resetting.isPending} disabled={busy} onClick={() => resetting.mutate()}>
          <Trans>Set again</Trans>
        </Button>
      )}
      <Button kind="danger" block busy={removing.isPending} disabled={busy} onClick={() => removing.mutate()}>
        <Trans>Remove alert</Trans>
      </Button>
    </>
  );
}
