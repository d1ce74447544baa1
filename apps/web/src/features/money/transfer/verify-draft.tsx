import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RecordView } from '@tern/contracts/routes/records';
import { Button } from '@tern/ui/button';
import { Chip } from '@tern/ui/chip';
import { CodeBoxes } from '@tern/ui/code-boxes';
import { CheckIcon } from '@tern/ui/icons';
import { Keypad } from '@tern/ui/keypad';
import { showToast } from '@tern/ui/toast';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../shared/api.ts';
import { FactorsLostLink } from '../../../shared/factors-lost-link.tsx';
import { paths } from '../../../shared/paths.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { isPassing, readProblem } from '../../../shared/read-problem.ts';
import { Refusal } from '../../../shared/refusal.tsx';
import type { PreparedDraft } from './use-draft.ts';

const length = 6;

type Factors = { tradePassword: string; code: string };

const codeProblems: readonly Problem['code'][] = ['AUTHENTICATOR_CODE_WRONG', 'AUTHENTICATOR_CODE_USED'];

/** Problems a further try here can solve; all others end this sheet. */
const retried: readonly Problem['code'][] = ['TRADE_PASSWORD_WRONG', ...codeProblems];

type VerifyProps = {
  prepared: PreparedDraft;
  onSending: (isSending: boolean) => void;
  /** The draft can no longer be confirmed; a new one has to be looked at. */
  onOutdated: () => void;
  onClose: () => void;
  onDone: (record: RecordView) => void;
};

/** Trade password and authenticator code, for one draft. It is sent when both are complete. */
export function VerifyDraft(props: VerifyProps) {
  const { factors, asksCode, confirming, problem, canRepeat, isOver, change } = useConfirmation(props);
  const isPasswordFull = factors.tradePassword.length === length;
  const asked = !isPasswordFull ? 'tradePassword' : 'code';
  const isStopped = confirming.isPending || isOver;

  function erase(left: (text: string) => string) {
    if (factors.code !== '') change({ code: left(factors.code) });
    else change({ tradePassword: left(factors.tradePassword) });
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
      <PasswordBoxes
        value={factors.tradePassword}
        isAsked={asked === 'tradePassword' && !isStopped}
        disabled={isStopped}
        error={problem?.code === 'TRADE_PASSWORD_WRONG' ? problemText(problem) : undefined}
        onChange={(tradePassword) => change({ tradePassword })}
      />
      {asksCode ? (
        <CodeOfApp
          value={factors.code}
          isAsked={asked === 'code' && !isStopped}
          disabled={isStopped}
          error={problem && codeProblems.includes(problem.code) ? problemText(problem) : undefined}
          onChange={(code) => change({ code })}
        />
      ) : null}
      {refusal}
      <Keypad
        disabled={isStopped}
        onDigit={(digit) => change({ [asked]: (factors[asked] + digit).slice(0, length) })}
        onDelete={() => erase((text) => text.slice(0, -1))}
        onClear={() => erase(() => '')}
      />
      {asked === 'code' && !isStopped ? <FactorsLostLink /> : null}
      {confirming.isPending || canRepeat ? (
        <Button block busy={confirming.isPending} onClick={() => confirming.mutate(factors)}>
          {confirming.isPending ? <Trans>Sending</Trans> : <Trans>Try again</Trans>}
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
  const [factors, setFactors] = useState<Factors>({ tradePassword: '', code: '' });
  const confirming = useMutation({
    mutationFn: (given: Factors) =>
      api.transfers.confirmDraft({
        params: { draftId: draft.id },
        headers: { 'idempotency-key': requestKey },
        body: {
          hash: draft.hash,
          tradePassword: given.tradePassword,
          ...(asksCode ? { authenticatorCode: given.code } : {}),
        },
      }),
    onMutate: () => props.onSending(true),
    onSettled: () => props.onSending(false),
    onSuccess: props.onDone,
    onError: (error) => {
      const { code } = readProblem(error);
      if (code === 'FACTORS_LOCKED' || code === 'SENDING_HELD') {
        void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
      }
      if (code === 'DRAFT_EXPIRED' || code === 'DRAFT_CHANGED') props.onOutdated();
      // A further try with the code that is on its way out would cost one more of the few.
      if (code === 'TRADE_PASSWORD_WRONG') setFactors({ tradePassword: '', code: '' });
      if (codeProblems.includes(code)) setFactors((given) => ({ ...given, code: '' }));
    },
  });
  const problem = confirming.error ? readProblem(confirming.error) : undefined;
  const canRepeat = confirming.error !== null && isPassing(confirming.error);
  const isOver = problem !== undefined && !canRepeat && !retried.includes(problem.code);

  function change(changes: Partial<Factors>) {
    if (confirming.isPending || isOver) return;
    const given = { ...factors, ...changes };
    if (given.tradePassword !== '' || given.code !== '') confirming.reset();
    setFactors(given);
    const isComplete = given.tradePassword.length === length && (!asksCode || given.code.length === length);
    if (isComplete) confirming.mutate(given);
  }
  return { factors, asksCode, confirming, problem, canRepeat, isOver, change };
}

type BoxesProps = {
  value: string;
  /** The way on is by the keys below, so readers and real keys must be in the field that they fill. */
  isAsked: boolean;
  disabled: boolean;
  error: string | undefined;
  onChange: (typed: string) => void;
};

function useFocusWhenAsked(isAsked: boolean) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAsked) input.current?.focus({ preventScroll: true });
  }, [isAsked]);
  return input;
}

function PasswordBoxes({ isAsked, ...boxes }: BoxesProps) {
  const { t } = useLingui();
  const input = useFocusWhenAsked(isAsked);
  const isFull = boxes.value.length === length;
  return (
    <CodeBoxes
      {...boxes}
      label={t`Trade password`}
      labelEnd={
        isFull ? (
          <Chip kind="positive" icon={<CheckIcon size="xs" />}>
            <Trans>6 of 6</Trans>
          </Chip>
        ) : undefined
      }
      masked
      keyboard="none"
      settled={isFull}
      inputRef={input}
    />
  );
}

function CodeOfApp({ isAsked, ...boxes }: BoxesProps) {
  const { t } = useLingui();
  const input = useFocusWhenAsked(isAsked);
  async function paste() {
    try {
      const text = await navigator.clipboard.readText();
      const code = text.normalize('NFKC').replace(/\D/g, '');
      if (code.length === length) boxes.onChange(code);
      else showToast(t`What was copied is not a code of six digits`, 'info');
    } catch {
      input.current?.focus();
    }
  }
  return (
    <CodeBoxes
      {...boxes}
      label={t`Authenticator code`}
      labelEnd={
        'clipboard' in navigator ? (
          <Button kind="text" small className="transfer-label-button" onClick={() => void paste()}>
            <Trans>Paste</Trans>
          </Button>
        ) : undefined
      }
      keyboard="none"
      inputRef={input}
      hint={<Trans>From your authenticator app. Each code works once.</Trans>}
    />
  );
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
