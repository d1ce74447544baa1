import { useLingui } from '@lingui/react/macro';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import type { RecordView } from '@tern/contracts/routes/records';
import type { WalletView } from '@tern/contracts/routes/wallets';
import { Sheet } from '@tern/ui/sheet';
import { useBackCloses } from '@tern/ui/use-back-closes';
import { useState } from 'react';
import type { Problem } from '../../../shared/problem.ts';
import { useCountdown } from '../../../shared/use-countdown.ts';
import { CheckDraft } from './check-draft.tsx';
import type { DraftRequest, PreparedDraft } from './use-draft.ts';
import { VerifyDraft } from './verify-draft.tsx';
import { VerifyNote } from './verify-note.tsx';

type ConfirmProps = {
  open: boolean;
  prepared: PreparedDraft | undefined;
  asset: AssetView;
  wallet: WalletView;
  installation: InstallationView;
  isRenewing: boolean;
  renewProblem: Problem | undefined;
  onRenew: (request: DraftRequest) => void;
  onClose: () => void;
  /** Whether it may have been sent without an answer having arrived. */
  onUnsure: (isUnsure: boolean) => void;
  /** It is left in this state. */
  onLeftUnsure: () => void;
  onDone: (record: RecordView) => void;
};

/** First the server's draft to look at, then, for this very draft, the factors. */
export function ConfirmSheet(props: ConfirmProps) {
  const { t } = useLingui();
  const { prepared } = props;
  const [verifying, setVerifying] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [isUnsure, setUnsure] = useState(false);
  const [outdated, setOutdated] = useState<string>();
  const secondsLeft = useCountdown(props.open && prepared ? prepared.expiresAtMs : null);
  const isOver = prepared !== undefined && (secondsLeft === 0 || outdated === prepared.draft.id);
  const isVerifying = prepared !== undefined && verifying === prepared.draft.id && (!isOver || isSending || isUnsure);
  function close() {
    if (isSending) return;
    if (isUnsure) return props.onLeftUnsure();
    setVerifying(undefined);
    props.onClose();
  }
  useBackCloses(isVerifying, () => {
    if (isUnsure) close();
    else if (!isSending) setVerifying(undefined);
  });

  return (
    <Sheet
      open={props.open && prepared !== undefined}
      busy={isSending}
      title={isVerifying ? t`Confirm it’s you` : t`Confirm transfer`}
      note={isVerifying ? <VerifyNote draft={prepared.draft} asset={props.asset} /> : undefined}
      onClose={close}
    >
      {prepared === undefined ? null : isVerifying ? (
        <VerifyDraft
          key={prepared.draft.id}
          prepared={prepared}
          onSending={setSending}
          isUnsure={isUnsure}
          onUnsure={(next) => {
            setUnsure(next);
            props.onUnsure(next);
          }}
          onOutdated={() => setOutdated(prepared.draft.id)}
          onClose={close}
          onDone={props.onDone}
        />
      ) : (
        <CheckDraft
          prepared={prepared}
          asset={props.asset}
          wallet={props.wallet}
          installation={props.installation}
          secondsLeft={isOver ? 0 : secondsLeft}
          isRenewing={props.isRenewing}
          renewProblem={props.renewProblem}
          onRenew={() => props.onRenew({ ...prepared.request, formerFee: prepared.draft.fee })}
          onLeave={props.onClose}
          onConfirm={() => setVerifying(prepared.draft.id)}
        />
      )}
    </Sheet>
  );
}
