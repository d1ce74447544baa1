import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Amount } from '@tern/ui/amount';
import { Button } from '@tern/ui/button';
import { Field } from '@tern/ui/field';
import { useState, type ReactNode } from 'react';
import { StaleChip } from '../../../shared/inside/stale-chip.tsx';
import type { ShownWorth } from '../../../shared/use-worth.ts';

/** The amount, the largest thing on the page, with its value in the currency unit. */
export function AmountField(props: {
  asset: AssetView;
  text: string;
  isMax: boolean;
  /** With its unit; nothing where no price is known. */
  worth: ShownWorth | undefined;
  error: ReactNode;
  /** The error may pass with the next digit: it is shown when the field is left. */
  errorWaits: boolean;
  onType: (text: string) => void;
  onMax: () => void;
}) {
  const { t } = useLingui();
  const [focused, setFocused] = useState(false);
  return (
    <Field
      label={t`Amount`}
      labelEnd={
        <Button kind="text" small className="transfer-label-button" aria-pressed={props.isMax} onClick={props.onMax}>
          <Trans>Max</Trans>
        </Button>
      }
      error={focused && props.errorWaits ? undefined : props.error}
    >
      {(control) => (
        <div className="control transfer-amount">
          <input
            {...control}
            name="amount"
            className="control-ltr number"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            placeholder="0"
            maxLength={120}
            value={props.text}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={(event) => props.onType(event.target.value)}
          />
          <span className="transfer-amount-end">
            <span className="body-strong">{props.asset.symbol}</span>
            {props.worth === undefined ? null : (
              <span className="caption">
                ≈ <Amount text={props.worth.text} /> <StaleChip {...props.worth} />
              </span>
            )}
          </span>
        </div>
      )}
    </Field>
  );
}
