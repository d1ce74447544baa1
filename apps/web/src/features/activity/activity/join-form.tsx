import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ActivityView } from '@tern/contracts/routes/activities';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { TextField } from '@tern/ui/text-field';
import { showToast } from '@tern/ui/toast';
import { useRef, useState } from 'react';
import { api } from '../../../shared/api.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { PictureChoice } from './picture-choice.tsx';
import { useRefreshActivities } from '../shared/use-refresh-activities.ts';
import { useUpload } from './use-upload.ts';

const idProblems: readonly Problem['code'][] = ['EXTERNAL_ID_REQUIRED', 'EXTERNAL_ID_INVALID'];

/** User ID and picture; after a refusal filled with what was handed in before. */
export function JoinForm(props: { activity: ActivityView }) {
  const { t } = useLingui();
  const { id, participation, samplePath } = props.activity;
  const [externalId, setExternalId] = useState(participation?.externalId ?? '');
  const upload = useUpload(participation?.picture ?? null);
  const refresh = useRefreshActivities();
  const idInput = useRef<HTMLInputElement>(null);
  const { state } = upload;
  const sending = useMutation({
    mutationFn: () =>
      api.activities.submitEntry({ id, externalId, picture: state.step === 'kept' ? state.name : null }),
    onSuccess: () => {
      showToast(t`Handed in for review`);
      return refresh();
    },
    onError: (error) => {
      const { code } = readProblem(error);
      if (idProblems.includes(code)) idInput.current?.focus();
      // Places, dates or the person's own part changed meanwhile: the page shows what is true now.
      if (code === 'PARTICIPATION_FAILED') void refresh();
    },
  });
  const problem = sending.error ? readProblem(sending.error) : undefined;
  const ofId = problem !== undefined && idProblems.includes(problem.code);
  const ofPicture = problem?.code === 'PICTURE_REQUIRED' && state.step === 'none';
  const isUploading = state.step === 'sending';
  return (
    <form
      className="stack gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isUploading && !sending.isPending) sending.mutate();
      }}
    >
      <TextField
        ref={idInput}
        label={t`User ID on the exchange`}
        ltr
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={externalId}
        error={ofId ? problemText(problem) : undefined}
        onChange={(event) => {
          setExternalId(event.target.value);
          sending.reset();
        }}
      />
      <PictureChoice upload={upload} samplePath={samplePath} error={ofPicture ? problemText(problem) : undefined} />
      {problem === undefined || ofId || ofPicture ? null : (
        <Alert kind="danger" announce>
          {problemText(problem)}
        </Alert>
      )}
      <Button type="submit" block disabled={isUploading} busy={sending.isPending}>
        {isUploading ? (
          <Trans>The picture is being sent</Trans>
        ) : participation === null ? (
          <Trans>Send for review</Trans>
        ) : (
          <Trans>Send again for review</Trans>
        )}
      </Button>
    </form>
  );
}
