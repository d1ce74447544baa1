import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorRole, QuestionView } from '@tern/contracts/routes/console-access';
import { Chip } from '@tern/ui/chip';
import type { ReactNode } from 'react';
import { Actions } from './actions.tsx';
import { SignedAction } from './signed.tsx';
import type { Proof } from './signing/confirm-decision.tsx';

type Decision = 'carry-out' | 'withdraw';

/** The two ways out of what one operator has proposed: another carries it out, or anyone who may withdraws it. */
export function SecondDecision(props: {
  carryOut: ReactNode;
  roles: readonly OperatorRole[];
  /** Why this operator cannot carry it out. */
  blocked: string | undefined;
  /** Why this operator cannot withdraw it either. */
  withdrawBlocked?: string | undefined;
  ask: (decision: Decision) => Promise<QuestionView>;
  take: (decision: Decision, proof: Proof) => Promise<unknown>;
}) {
  const { t } = useLingui();
  const { carryOut, roles, blocked, withdrawBlocked, ask, take } = props;
  const of = (decision: Decision) => ({
    roles,
    ask: () => ask(decision),
    take: async (_note: string, _more: string, proof: Proof) => {
      await take(decision, proof);
      return 'done' as const;
    },
  });
  return (
    <Actions roles={roles} blocked={withdrawBlocked === blocked ? blocked : undefined}>
      <SignedAction {...of('withdraw')} label={t`Withdraw`} blocked={withdrawBlocked} />
      <SignedAction {...of('carry-out')} label={carryOut} kind="primary" blocked={blocked} />
    </Actions>
  );
}

/** How many operators have approved of those that have to, as in the list of withdrawals. */
export function Approvals({ given, needed }: { given: number; needed: number }) {
  return given === 0 ? (
    <Chip>
      <Trans>new</Trans>
    </Chip>
  ) : (
    <Chip kind="waiting">
      <Trans>
        {given} of {needed}
      </Trans>
    </Chip>
  );
}
