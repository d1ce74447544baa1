import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Sheet } from '@tern/ui/sheet';
import { TextField } from '@tern/ui/text-field';
import { useState } from 'react';
import { readDay } from './period.ts';

export type Period = { from: string | undefined; until: string | undefined };

/** From which day to which; either may be left open. */
export function PeriodSheet(props: {
  open: boolean;
  period: Period;
  onApply: (period: Period) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t`Period`}>
      <PeriodForm key={`${props.period.from} ${props.period.until}`} {...props} />
    </Sheet>
  );
}

function PeriodForm(props: { period: Period; onApply: (period: Period) => void }) {
  const { t } = useLingui();
  const [from, setFrom] = useState(props.period.from ?? '');
  const [until, setUntil] = useState(props.period.until ?? '');
  const isReversed = from !== '' && until !== '' && from > until;
  return (
    <form
      className="stack gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReversed) props.onApply({ from: readDay(from), until: readDay(until) });
      }}
    >
      <TextField label={t`First day`} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
      <TextField
        label={t`Last day`}
        type="date"
        value={until}
        error={isReversed ? <Trans>The last day is before the first day.</Trans> : undefined}
        onChange={(event) => setUntil(event.target.value)}
      />
      <Button type="submit" block disabled={isReversed}>
        <Trans>Show</Trans>
      </Button>
      {props.period.from === undefined && props.period.until === undefined ? null : (
        <Button kind="text" block onClick={() => props.onApply({ from: undefined, until: undefined })}>
          <Trans>All days</Trans>
        </Button>
      )}
    </form>
  );
}
