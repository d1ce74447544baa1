import { Trans, useLingui } from '@lingui/react/macro';
import { transactionKind, transactionState, type TransactionFilter } from '@tern/contracts/routes/console-transactions';
import { Button } from '@tern/ui/button';
import { XIcon } from '@tern/ui/icons';
import { ChoiceField } from '../../shared/fields.tsx';
import { useOperator } from '../../shared/operator.ts';
import { kindNames, states } from '../../shared/transaction-names.ts';
import { DayField } from '../../shared/time-field.tsx';

/** What the list is narrowed to; every choice stands in the page's address. */
export function TransactionFilters(props: {
  filter: TransactionFilter;
  onChange: (changes: Readonly<Partial<Record<keyof TransactionFilter, string>>>) => void;
}) {
  const { filter, onChange } = props;
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  return (
    <div className="data-filters">
      <ChoiceField
        label={t`Kind`}
        none={t`Kind: all`}
        value={filter.kind ?? ''}
        choices={transactionKind.options.map((kind) => [kind, i18n._(kindNames[kind])])}
        onChange={(kind) => onChange({ kind })}
      />
      <ChoiceField
        label={t`State`}
        none={t`State: all`}
        value={filter.state ?? ''}
        choices={transactionState.options.map((state) => [state, i18n._(states[state].name)])}
        onChange={(state) => onChange({ state })}
      />
      <ChoiceField
        label={t`Asset`}
        none={t`Asset: all`}
        value={filter.asset ?? ''}
        choices={assets.map(({ id, symbol }) => [id, symbol])}
        onChange={(asset) => onChange({ asset })}
      />
      <DayField label={t`From`} value={filter.from} onChange={(from) => onChange({ from })} />
      <DayField label={t`Until`} value={filter.until} onChange={(until) => onChange({ until })} />
      <Button
        kind="quiet"
        aria-pressed={filter.noise === 'shown'}
        onClick={() => onChange({ noise: filter.noise === 'shown' ? '' : 'shown' })}
      >
        {filter.noise === 'shown' ? (
          <Trans>Look-alikes and dust: shown</Trans>
        ) : (
          <Trans>Look-alikes and dust: hidden</Trans>
        )}
      </Button>
      {filter.person === undefined ? null : (
        <Button kind="ink" onClick={() => onChange({ person: '' })}>
          <Trans>Only one person</Trans>
          <XIcon size="xs" />
        </Button>
      )}
    </div>
  );
}
