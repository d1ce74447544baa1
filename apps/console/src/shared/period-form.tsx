import { useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import type { ReactNode } from 'react';
import { NamedTimeField } from './time-field.tsx';
import './period-form.css';

export type Period = { readonly from: string; readonly to: string };

const dayMs = 86_400_000;

/** The last 30 days in UTC, today among them. */
export function lastDays(): Period {
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return { from: day(Date.now() - 29 * dayMs), to: day(Date.now()) };
}

/** The period of an address, or the last 30 days. */
export function periodIn(params: URLSearchParams): Period {
  const [from, to] = [params.get('from'), params.get('to')];
  return from !== null && to !== null && from <= to ? { from, to } : lastDays();
}

/** Two days in UTC, both included, with what else is asked for. */
export function PeriodForm(props: {
  period: Period;
  children?: ReactNode;
  submit: ReactNode;
  onChoose: (given: Readonly<Record<string, string>>) => void;
}) {
  const { period, children, submit, onChoose } = props;
  return (
    <form
      key={`${period.from} ${period.to}`}
      className="period-form"
      onSubmit={(event) => {
        event.preventDefault();
        const given = [...new FormData(event.currentTarget)].map(
          ([name, value]) => [name, typeof value === 'string' ? value.trim() : ''] as const,
        );
        onChoose(Object.fromEntries(given));
      }}
    >
      {children}
      <PeriodFields period={period} />
      <Button kind="quiet" type="submit">
        {submit}
      </Button>
    </form>
  );
}

export function PeriodFields({ period }: { period: Period }) {
  const { t } = useLingui();
  return (
    <>
      <NamedTimeField label={t`From (UTC)`} name="from" required start={period.from} />
      <NamedTimeField label={t`To, included (UTC)`} name="to" required start={period.to} />
    </>
  );
}
