import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { operatorActionKinds } from '@tern/contracts/operator-action';
import type { LogFilter } from '@tern/contracts/routes/console-log';
import { Button } from '@tern/ui/button';
import { XIcon } from '@tern/ui/icons';
import { nameOf } from '../../shared/code-names.ts';
import { ChoiceField } from '../../shared/fields.tsx';
import { operatorsQuery } from '../../shared/operators-queries.ts';
import { DayField } from '../../shared/time-field.tsx';
import type { FilterName } from './log-query.ts';

/** What the log is narrowed to; every choice stands in the page's address. */
export function LogFilters(props: {
  filter: Pick<LogFilter, FilterName>;
  onChange: (changes: Readonly<Partial<Record<FilterName, string>>>) => void;
}) {
  const { filter, onChange } = props;
  const { t, i18n } = useLingui();
  const { data } = useQuery(operatorsQuery);
  const names = [...new Set([...(data?.operators.map(({ name }) => name) ?? []), filter.operator ?? ''])];
  const kinds = [...new Set<string>([...operatorActionKinds, filter.kind ?? ''])];
  return (
    <div className="data-filters">
      <ChoiceField
        label={t`Operator`}
        none={t`Operator: all`}
        value={filter.operator ?? ''}
        choices={names.filter((name) => name !== '').map((name) => [name, name])}
        onChange={(operator) => onChange({ operator })}
      />
      <ChoiceField
        label={t`Action`}
        none={t`Action: all`}
        value={filter.kind ?? ''}
        choices={kinds
          .filter((kind) => kind !== '')
          .map((kind) => [kind, i18n._(nameOf('operatorActions', kind))] as const)
          .toSorted(([, one], [, other]) => one.localeCompare(other, i18n.locale))}
        onChange={(kind) => onChange({ kind })}
      />
      <DayField label={t`From (UTC)`} value={filter.from} onChange={(from) => onChange({ from })} />
      <DayField label={t`Until (UTC)`} value={filter.until} onChange={(until) => onChange({ until })} />
      {filter.subject === undefined ? null : (
        <Button kind="ink" onClick={() => onChange({ subject: '' })}>
          <Trans>Only about {filter.subject}</Trans>
          <XIcon size="xs" />
        </Button>
      )}
    </div>
  );
}
