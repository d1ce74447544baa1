import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ActivityView } from '@tern/contracts/routes/activities';
import { Form } from '@tern/ui/form';
import { TextField } from '@tern/ui/text-field';
import { Alert } from '@tern/ui/notice';
import { showToast } from '@tern/ui/toast';
import { api } from '../../../shared/api.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { readText, type KeptFields } from '../../../shared/kept-fields.ts';
import { useKeeping, useKeptDraft } from '../../../shared/use-kept-draft.ts';
import { useProblemForm } from '../../../shared/use-problem-form.ts';
import { PictureChoice } from './picture-choice.tsx';
import { useRefreshActivities } from '../shared/use-refresh-activities.ts';
import { useUpload } from './use-upload.ts';

type KeptEntry = { readonly externalId: string; readonly hadPicture: boolean };
const keptOfEntry: KeptFields<KeptEntry> = {
  externalId: readText,
  // A picture itself cannot be kept, only that there was one.
  hadPicture: (raw) => (typeof raw === 'boolean' ? raw : undefined),
};

/** User ID and picture; after a refusal filled with what was handed in before. */
export function JoinForm(props: { activity: ActivityView }) {
  const { t } = useLingui();
  const { id, participation, samplePath } = props.activity;
  const upload = useUpload(participation?.picture ?? null);
  const refresh = useRefreshActivities();
  const { state } = upload;
  const kept = useKeptDraft(`join-${id}`, keptOfEntry);
  const sending = useMutation({
    mutationFn: ({ externalId }: { externalId: string }) =>
      api.activities.submitEntry({ id, externalId, picture: state.step === 'kept' ? state.name : null }),
    onSuccess: () => {
      kept.forget();
      showToast(t`Handed in for review`);
      return refresh();
    },
    onError: (error) => {
      // Places, dates or the person's own part changed meanwhile: the page shows what is true now.
      if (readProblem(error).code === 'PARTICIPATION_FAILED') void refresh();
    },
  });
  const isUploading = state.step === 'sending';
  const untouched: KeptEntry = { externalId: participation?.externalId ?? '', hadPicture: false };
  const form = useProblemForm({
    start: { ...untouched, ...kept.values, picture: undefined },
    fields: ({ code }) => {
      if (code === 'EXTERNAL_ID_REQUIRED' || code === 'EXTERNAL_ID_INVALID') return 'externalId';
      return code === 'PICTURE_REQUIRED' && state.step === 'none' ? 'picture' : undefined;
    },
    sending,
    submit: (draft) => {
      if (!isUploading) sending.mutate(draft);
    },
  });
  const isLost = kept.values.hadPicture === true && state.step === 'none';
  const hasChosen = state.step !== 'none' && !(state.step === 'kept' && state.name === participation?.picture?.name);
  useKeeping(kept, { externalId: form.draft.externalId, hadPicture: hasChosen || isLost }, untouched);
  return (
    <Form
      form={form}
      disabled={isUploading}
      action={
        isUploading ? (
          <Trans>The picture is being sent</Trans>
        ) : participation === null ? (
          <Trans>Send for review</Trans>
        ) : (
          <Trans>Send again for review</Trans>
        )
      }
    >
      <TextField
        label={t`User ID on the exchange`}
        ltr
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        {...form.text('externalId')}
      />
      {isLost ? (
        <Alert kind="info">
          <Trans>Choose your picture again. It was not kept when you left this page.</Trans>
        </Alert>
      ) : null}
      <PictureChoice upload={upload} samplePath={samplePath} error={form.errorOf('picture')} />
    </Form>
  );
}
