import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { Row } from '@tern/ui/row';
import type { AreaCode } from '../area-codes.ts';
import { formatDuration } from '../format-time.ts';
import { installationQuery } from '../queries.ts';
import { Refusal } from '../refusal.tsx';

/** What it means to live in the chosen country, before it is declared. */
export function ConfirmCountry(props: {
  country: AreaCode;
  /** Seconds in which the declared country can be corrected to this one; undefined where none is declared yet. */
  correctionLeft: number | undefined;
  error: unknown;
  busy: boolean;
  onConfirm: () => void;
  onBack: () => void;
}) {
  const { region, name, flag } = props.country;
  const { closedCountries, correctionMinutes } = useSuspenseQuery(installationQuery).data.incentives;
  const isClosed = closedCountries.includes(region);
  const time = formatDuration(props.correctionLeft ?? correctionMinutes * 60);
  return (
    <>
      <Row slim start={<span aria-hidden="true">{flag}</span>} title={name} />
      <Alert kind={isClosed ? 'warning' : 'info'}>
        {isClosed ? (
          <Trans>
            Bonuses and rewards are not allowed in this country. You can declare another one only after 30 days.
          </Trans>
        ) : (
          <Trans>Bonuses and rewards are allowed in this country.</Trans>
        )}
      </Alert>
      {isClosed || correctionMinutes === 0 ? null : (
        <p className="caption">
          <Trans>Time to correct your choice: {time}. Bonuses are paid after that.</Trans>
        </p>
      )}
      <Refusal error={props.error} />
      <Button block busy={props.busy} onClick={props.onConfirm}>
        <Trans>Confirm country</Trans>
      </Button>
      <Button kind="quiet" block disabled={props.busy} onClick={props.onBack}>
        <Trans>Back</Trans>
      </Button>
    </>
  );
}
