import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RecordView } from '@tern/contracts/routes/records';
import { Button } from '@tern/ui/button';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../shared/api.ts';
import { leavesOpen } from '../../../shared/activity+money+reward/leaves-open.ts';
import { LostAnswer } from '../../../shared/activity+money+reward/lost-answer.tsx';
import { paths } from '../../../shared/paths.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { Refusal } from '../../../shared/refusal.tsx';
import { FactorEntry, factorLength, type EnteredFactors } from '../../../shared/money+sites/factor-entry.tsx';
import type { PreparedDraft } from './use-draft.ts';

const noFactors: EnteredFactors = { tradePassword: '', authenticatorCode: '' };

const codeProblems: readonly Problem['code'][] = ['AUTHENTICATOR_CODE_WRONG', 'AUTHENTICATOR_CODE_USED'];

/** Problems a further try here can solve; all others end this sheet. */
const retried: readonly Problem['code'][] = ['TRADE_PASSWORD_WRONG', ...codeProblems];

type VerifyProps = {
  prepared: PreparedDraft;
  onSending: (isSending: boolean) => void;
  /** Whether it may have been sent without an answer having arrived. */
  isUnsure: boolean;
  onUnsure: (isUnsure: boolean) => void;
  /** The draft can no longer be confirmed; a new one has to be looked at. */
  onOutdated: () => void;
  onClose: () => void;
  onDone: (record: RecordView) => void;
};

/** Trade password and authenticator code, for one draft. It is sent when both are complete. */
export function VerifyDraft(props: VerifyProps) {
  const { factors, asksCode, confirming, problem, isOver, change } = useConfirmation(props);
  const isStopped = confirming.isPending || isOver;
  function errorOf(name: keyof EnteredFactors): string | undefined {
    if (problem === undefined || !retried.includes(problem.code)) return undefined;
    const field = codeProblems.includes(problem.code) ? 'authenticatorCode' : 'tradePassword';
    return name === field ? problemText(problem) : undefined;
  }

  if (props.isUnsure) {
    return <LostAnswer isPending={confirming.isPending} onRepeat={() => confirming.mutate(factors)} />;
  }
  const refusal = problem && !retried.includes(problem.code) ? <Refusal error={confirming.error} /> : null;
  if (isOver && problem !== undefined) {
    return (
      <>
        {refusal}
        <Leave problem={problem} onClose={props.onClose} />
      </>
    );
  }
  return (
    <>
      <FactorEntry factors={factors} asksCode={asksCode} disabled={isStopped} errorOf={errorOf} onChange={change}>
        {refusal}
      </FactorEntry>
      {confirming.isPending ? (
        <Button block busy>
          <Trans>Sending</Trans>
        </Button>
      ) : null}
    </>
  );
}

/** What was entered so far, and the request that is sent with it. */
function useConfirmation({ prepared, ...props }: VerifyProps) {
  const { draft, requestKey } = prepared;
  const queries = useQueryClient();
  const asksCode = draft.factors.includes('authenticator');
  const [factors, setFactors] = useState(noFactors);
  const confirming = useMutation({
    mutationFn: (given: EnteredFactors) =>
      api.transfers.confirmDraft({
        params: { draftId: draft.id },
        headers: { 'idempotency-key': requestKey },
        body: {
          hash: draft.hash,
          tradePassword: given.tradePassword,
          ...(asksCode ? { authenticatorCode: given.authenticatorCode } : {}),
        },
      }),
    onMutate: () => props.onSending(true),
    onSettled: () => props.onSending(false),
    onSuccess: (record) => {
      if (props.isUnsure) props.onUnsure(false);
      props.onDone(record);
    },
    onError: (error) => {
      const { code } = readProblem(error);
      const isUnsure = leavesOpen(code, props.isUnsure);
      if (isUnsure !== props.isUnsure) props.onUnsure(isUnsure);
      if (code === 'FACTORS_LOCKED' || code === 'SENDING_HELD') {
        void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
      }
      if (code === 'DRAFT_EXPIRED' || code === 'DRAFT_CHANGED') props.onOutdated();
      // A further try with the code that is on its way out would cost one more of the few.
      if (code === 'TRADE_PASSWORD_WRONG') setFactors(noFactors);
      if (codeProblems.includes(code)) setFactors((given) => ({ ...given, authenticatorCode: '' }));
    },
  });
  const problem = confirming.error ? readProblem(confirming.error) : undefined;
  const isOver = problem !== undefined && !props.isUnsure && !retried.includes(problem.code);

  function change(changes: Partial<EnteredFactors>) {
    if (confirming.isPending || isOver) return;
    const given = { ...factors, ...changes };
    if (given.tradePassword !== '' || given.authenticatorCode !== '') confirming.reset();
    setFactors(given);
    const isComplete =
      given.tradePassword.length === factorLength && (!asksCode || given.authenticatorCode.length === factorLength);
    if (isComplete) confirming.mutate(given);
  }
  return { factors, asksCode, confirming, problem, isOver, change };
}

/** No further try helps here: back to the form, or to what has already happened. */
function Leave(props: { problem: Problem; onClose: () => void }) {
  if (props.problem.code === 'DRAFT_USED') {
    return (
      <Button as={Link} to={paths.records} block>
        <Trans>See your records</Trans>
      </Button>
    );
  }
  return (
    <Button kind="quiet" block onClick={props.onClose}>
      <Trans>Back to the transfer</Trans>
    </Button>
  );
}
