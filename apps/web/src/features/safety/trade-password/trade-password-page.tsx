import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Button } from '@tern/ui/button';
import { AppBar, Page } from '@tern/ui/page';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { boundFactors } from '../shared/bound-factors.ts';
import type { PresentFactorKind } from '../shared/present-factor.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { AfterChangeNote } from '../shared/after-change-note.tsx';
import { AlreadySet } from '../shared/already-set.tsx';
import { ChooseDigits } from './choose-digits.tsx';
import '../shared/factors.css';
import { ProofForm, type GivenProof } from '../shared/proof-form.tsx';
import { StepHead } from '../shared/step-head.tsx';
import { useGoOn } from '../shared/use-go-on.ts';

/** Sets the first trade password or changes it, known or forgotten: six digits, twice, then the proof that it is the person. */
function TradePasswordPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { data: account } = useSuspenseQuery(accountQuery);
  const { path, goOn } = useGoOn();
  // What it was when the page was opened: saving turns the one into the other.
  const [isChange] = useState(account.factors.tradePassword);
  const [change, setChange] = useState<'known' | 'forgotten'>();
  const [chosen, setChosen] = useState<string>();
  const saving = useMutation({
    mutationFn: (given: GivenProof & { tradePassword: string }) =>
      isChange ? api.identity.changeTradePassword(given) : api.identity.setTradePassword(given),
    onSuccess: (changed) => {
      showToast(isChange ? t`Trade password changed` : t`Trade password set`);
      goOn();
      queries.setQueryData(accountQuery.queryKey, changed);
    },
  });
  const problem = saving.error ? readProblem(saving.error) : undefined;
  const purpose = isChange ? 'change-trade-password' : 'set-trade-password';
  const isWeak = problem?.code === 'TRADE_PASSWORD_WEAK';

  return (
    <Page gap="large" bar={<AppBar title={t`Trade password`} back={<BackButton fallback={path} />} />}>
      {isChange && change === undefined ? (
        <PresentTradePassword onChange={setChange} />
      ) : chosen === undefined || isWeak ? (
        <ChooseDigits
          refused={isWeak ? problem : undefined}
          onChosen={(digits) => {
            saving.reset();
            setChosen(digits);
          }}
        />
      ) : (
        <>
          <StepHead step={3} total={3} title={<Trans>Confirm it’s you</Trans>}>
            {isChange ? (
              <AfterChangeNote />
            ) : (
              <p>
                <Trans>We ask for your login password and a code, so that nobody else can set it.</Trans>
              </p>
            )}
          </StepHead>
          <ProofForm
            purpose={purpose}
            send={() => api.identity.sendFactorCode({ purpose })}
            factors={isChange ? factorsFor(account, change) : []}
            sending={saving}
            submitLabel={isChange ? <Trans>Change trade password</Trans> : <Trans>Set trade password</Trans>}
            onSubmit={(proof) => saving.mutate({ ...proof, tradePassword: chosen })}
          />
        </>
      )}
    </Page>
  );
}

/** One is set: the ways to another, whether it is known or not. */
function PresentTradePassword({ onChange }: { onChange: (change: 'known' | 'forgotten') => void }) {
  return (
    <AlreadySet
      title={<Trans>Your trade password is set</Trans>}
      action={
        <div className="stack gap-2 factors-choices">
          <Button block onClick={() => onChange('known')}>
            <Trans>Change trade password</Trans>
          </Button>
          <Button kind="text" block onClick={() => onChange('forgotten')}>
            <Trans>I forgot my trade password</Trans>
          </Button>
        </div>
      }
    >
      <p>
        <Trans>You enter it before every transfer. We will never ask you for it.</Trans>
      </p>
    </AlreadySet>
  );
}

function factorsFor(account: AccountView, change: 'known' | 'forgotten' | undefined): readonly PresentFactorKind[] {
  return change === 'forgotten' ? boundFactors(account) : ['trade-password'];
}

export { TradePasswordPage as Component };
