import { Trans, useLingui } from '@lingui/react/macro';
import { Sheet } from '@tern/ui/sheet';
import { useState } from 'react';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { VerifySwap, type VerifyProps } from './verify-swap.tsx';

/** The trade password for the swap that is looked at. */
export function VerifySheet(props: VerifyProps & { open: boolean; onLeftUnsure: () => void }) {
  const { t } = useLingui();
  const { held, given, taken } = props;
  const [isSending, setSending] = useState(false);
  const [isUnsure, setUnsure] = useState(false);
  const gives = held && exactAmountWithUnit(held.quote.amountOut, given);
  const gets = held && exactAmountWithUnit(held.quote.amountIn, taken);
  return (
    <Sheet
      open={props.open}
      busy={isSending}
      title={t`Confirm it’s you`}
      note={
        held === undefined ? undefined : (
          <Trans>
            <bdi dir="ltr">{gives}</bdi> for <bdi dir="ltr">{gets}</bdi>, fee included
          </Trans>
        )
      }
      onClose={() => {
        if (!isSending) (isUnsure ? props.onLeftUnsure : props.onClose)();
      }}
    >
      {props.open ? (
        <VerifySwap
          {...props}
          isUnsure={isUnsure}
          onUnsure={(next) => {
            setUnsure(next);
            props.onUnsure(next);
          }}
          onSending={setSending}
        />
      ) : null}
    </Sheet>
  );
}
