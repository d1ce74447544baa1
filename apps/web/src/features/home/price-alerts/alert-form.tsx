import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { AlertDirection } from '@tern/contracts/routes/price-alerts';
import { Form } from '@tern/ui/form';
import { Segmented } from '@tern/ui/segmented';
import { TextField } from '@tern/ui/text-field';
import { api } from '../../../shared/api.ts';
import { readText, type KeptFields } from '../../../shared/kept-fields.ts';
import { readAmountInput } from '../../../shared/read-amount-input.ts';
import { useCurrency } from '../../../shared/use-currency.ts';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import type { FieldsOfProblems } from '../../../shared/use-problem-form.ts';
import { useAlertChange } from './use-alert-change.ts';

type AlertDraft = { direction: AlertDirection; target: string };

const start: AlertDraft = { direction: 'above', target: '' };
const keptFields: KeptFields<AlertDraft> = {
  direction: (raw) => (raw === 'above' || raw === 'below' ? raw : undefined),
  target: readText,
};
const fields: FieldsOfProblems<AlertDraft> = {
  ALERT_PRICE_INVALID: 'target',
  ALERT_PRICE_REACHED: 'target',
  ALERT_SET_ALREADY: 'target',
};

/** A price to wait for, in the unit that prices are shown in. */
export function AlertForm({ asset }: { asset: AssetView }) {
  const { t } = useLingui();
  const { unit, symbol } = useCurrency();
  const adding = useAlertChange({
    change: ({ direction, target }: AlertDraft) =>
      api.priceAlerts.addPriceAlert({ assetId: asset.id, unit, direction, target: readAmountInput(target) }),
    doneText: t`Saved`,
    onDone: () => {
      form.forget();
      form.fill({ target: '' });
      form.uncheck();
    },
  });
  const form = useKeptForm<AlertDraft>({
    keep: { form: `price-alert-${asset.id}`, fields: keptFields },
    start,
    fields,
    sending: adding,
    submit: adding.mutate,
  });
  return (
    <Form form={form} className="stack gap-3" action={<Trans>Add alert</Trans>}>
      <Segmented<AlertDirection>
        label={t`Price alerts`}
        value={form.draft.direction}
        options={[
          { value: 'above', label: t`Rises to` },
          { value: 'below', label: t`Falls to` },
        ]}
        onChange={(direction) => form.change({ direction })}
      />
      <TextField
        label={t`Price of ${asset.symbol}`}
        name="target"
        ltr
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={40}
        suffix={<span className="control-suffix">{symbol}</span>}
        {...form.text('target')}
      />
    </Form>
  );
}
