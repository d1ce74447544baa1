import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Amount } from '@tern/ui/amount';
import { Button } from '@tern/ui/button';
import { Coin } from '@tern/ui/coin';
import { ChevronDownIcon, TriangleAlertIcon } from '@tern/ui/icons';
import { useId, useState, type ReactNode } from 'react';
import { formatBalance } from '../../../shared/format-amount.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { onDemand } from '../../../shared/on-demand.tsx';
import type { TokenChoiceProps } from './token-sheet.tsx';
import { writeSettledAmount } from './write-settled-amount.ts';

/** One side of a swap: the amount with its token, and what there is of it. Only the given side is typed into. */
export function TokenField(props: {
  side: 'given' | 'taken';
  label: string;
  asset: AssetView;
  amount: string | undefined;
  balance: string;
  isMax?: boolean;
  error?: ReactNode;
  /** The error may pass with the next digit: it is shown when the field is left. */
  errorWaits?: boolean;
  onType?: (text: string) => void;
  onMax?: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const { onType } = props;
  const [focused, setFocused] = useState(false);
  const error = focused && props.errorWaits ? undefined : props.error;
  return (
    <div className="swap-side">
      <div className="swap-side-head">
        {onType ? (
          <label className="field-label" htmlFor={id}>
            {props.label}
          </label>
        ) : (
          <span className="field-label">{props.label}</span>
        )}
        {props.onMax ? (
          <Button kind="text" small className="swap-max" aria-pressed={props.isMax ?? false} onClick={props.onMax}>
            <Trans>Max</Trans>
          </Button>
        ) : null}
      </div>
      <div className="swap-side-amount">
        {onType ? (
          <AmountInput
            id={id}
            amount={props.amount ?? ''}
            isWrong={error !== undefined}
            onFocus={setFocused}
            onType={onType}
          />
        ) : (
          <bdi dir="ltr" className="number swap-taken long-words">
            {props.amount ?? '–'}
          </bdi>
        )}
        {props.children}
      </div>
      <div id={`${id}-note`} className="caption">
        {error === undefined ? (
          <Held side={props.side} balance={props.balance} asset={props.asset} />
        ) : (
          <span className="field-message field-message-error" role="alert">
            <TriangleAlertIcon size="xs" />
            <span>{error}</span>
          </span>
        )}
      </div>
    </div>
  );
}

/** The amount that is typed; left, it stands as amounts do everywhere. */
function AmountInput(props: {
  id: string;
  amount: string;
  isWrong: boolean;
  onFocus: (focused: boolean) => void;
  onType: (text: string) => void;
}) {
  const { id, amount } = props;
  // From a press or a character on. Whoever comes by Tab has all of it selected, which would be lost with a changed text.
  const [typing, setTyping] = useState(false);
  return (
    <input
      id={id}
      name="amount"
      className="number control-ltr"
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      placeholder="0"
      maxLength={120}
      value={typing ? amount : writeSettledAmount(amount)}
      aria-invalid={props.isWrong ? true : undefined}
      aria-describedby={`${id}-note`}
      onPointerDown={() => setTyping(true)}
      // A finger that scrolls presses first and never comes to type.
      onPointerCancel={({ currentTarget }) => setTyping(currentTarget === document.activeElement)}
      onFocus={() => props.onFocus(true)}
      onBlur={() => {
        props.onFocus(false);
        setTyping(false);
      }}
      onChange={(event) => {
        setTyping(true);
        props.onType(event.target.value);
      }}
    />
  );
}

function Held({ side, balance, asset }: { side: 'given' | 'taken'; balance: string; asset: AssetView }) {
  const hidden = useBalancesHidden();
  const amount = <Amount text={formatBalance(balance, asset.decimals)} unit={asset.symbol} hidden={hidden} />;
  return side === 'given' ? <Trans>Available {amount}</Trans> : <Trans>You hold {amount}</Trans>;
}

const TokenSheet = onDemand(async () => (await import('./token-sheet.tsx')).TokenSheet);

/** The token of a side; opens the list of those it can be. */
export function TokenChoice(props: TokenChoiceProps) {
  const { t } = useLingui();
  const [choosing, setChoosing] = useState(false);
  const { symbol } = getAsset(props.installation, props.chosen);
  return (
    <>
      <button
        type="button"
        className="swap-token"
        aria-haspopup="dialog"
        aria-label={t`${props.title}: ${symbol}`}
        onClick={() => setChoosing(true)}
      >
        <Coin assetId={props.chosen} small />
        <span className="body-strong">{symbol}</span>
        <ChevronDownIcon size="xs" />
      </button>
      <TokenSheet open={choosing} onClose={() => setChoosing(false)} {...props} />
    </>
  );
}
