import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { Problem } from '../../../shared/problem.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { useKeptDraft } from '../../../shared/use-kept-draft.ts';
import { emptyTarget, toTargetInput, type TargetDraft } from '../../../shared/target-draft.ts';
import type { GivenProof } from '../shared/proof-form.tsx';
import { keptOfContact } from './kept-contact.ts';

const targetProblems: readonly Problem['code'][] = [
  'PHONE_INVALID',
  'AREA_CODE_REQUIRED',
  'EMAIL_INVALID',
  'CONTACT_UNCHANGED',
  'ACCOUNT_TAKEN',
];

/** Codes to the old and to the new phone or e-mail, then the change itself; either may find that the new one will not do. */
export function useContactChange(kind: TargetDraft['kind'], onDone: () => void) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const kept = useKeptDraft(keptOfContact.form, keptOfContact.fields);
  const [target, setTarget] = useState(() => kept.values.target ?? emptyTarget(kind));
  const [isChosen, setChosen] = useState(false);
  const [fresh, setFresh] = useState<{ challengeId: string; sentTo: string }>();
  const [refused, setRefused] = useState<unknown>(null);
  function watch(error: unknown) {
    if (!targetProblems.includes(readProblem(error).code)) return;
    setRefused(error);
    setChosen(false);
    setFresh(undefined);
  }
  const changing = useMutation({
    mutationFn: ({ proof, newCode }: { proof: GivenProof; newCode: string }) =>
      api.protection.changeContact({
        ...proof,
        target: toTargetInput(target),
        newChallengeId: fresh?.challengeId ?? '',
        newCode,
      }),
    onSuccess: (changed) => {
      showToast(target.kind === 'phone' ? t`Phone number saved` : t`E-mail address saved`);
      queries.setQueryData(accountQuery.queryKey, changed);
      kept.forget();
      onDone();
    },
    onError: watch,
  });
  return {
    target,
    isChosen,
    /** What the new one was refused with; null while it was not. */
    refused,
    /** Where the new one's code went; undefined before. */
    sentTo: fresh?.sentTo,
    changing,
    choose(chosen: TargetDraft) {
      setRefused(null);
      setTarget(chosen);
      setChosen(true);
    },
    forgetRefusal() {
      setRefused(null);
      changing.reset();
    },
    async send() {
      try {
        const sent = await api.protection.sendContactCodes({ target: toTargetInput(target) });
        setFresh(sent.fresh);
        return sent.present;
      } catch (error) {
        watch(error);
        throw error;
      }
    },
  };
}
