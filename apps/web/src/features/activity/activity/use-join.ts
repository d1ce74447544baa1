import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { readPlainExternalId } from '@tern/contracts/plain-external-id';
import type { ActivityView } from '@tern/contracts/routes/activities';
import { showToast } from '@tern/ui/toast';
import { api } from '../../../shared/api.ts';
import { readText, type KeptFields } from '../../../shared/kept-fields.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { useKeeping, useKeptDraft } from '../../../shared/use-kept-draft.ts';
import { useProblemForm } from '../../../shared/use-problem-form.ts';
import { useRefreshActivities } from '../shared/use-refresh-activities.ts';
import { useUpload } from './use-upload.ts';

type KeptEntry = { readonly externalId: string; readonly hadPicture: boolean };
const keptOfEntry: KeptFields<KeptEntry> = {
  externalId: readText,
  // A picture itself cannot be kept, only that there was one.
  hadPicture: (raw) => (typeof raw === 'boolean' ? raw : undefined),
};

const idFaults = { missing: 'EXTERNAL_ID_REQUIRED', invalid: 'EXTERNAL_ID_INVALID' } as const;

/** What is wrong with a user ID, as the server would say it; nothing where it can be sent. */
function faultOfId(typed: string): string | undefined {
  const read = readPlainExternalId(typed);
  return 'fault' in read ? problemText({ code: idFaults[read.fault], data: undefined }) : undefined;
}

/** User ID and picture, and the request that sends them; after a refusal filled with what was handed in before. */
export function useJoin({ id, participation }: ActivityView) {
  const { t } = useLingui();
  const upload = useUpload(participation?.picture ?? null);
  const refresh = useRefreshActivities();
  const { state } = upload;
  const kept = useKeptDraft(`join-${id}`, keptOfEntry);
  const sending = useMutation({
    mutationFn: ({ externalId }: { externalId: string }) =>
      api.activities.submitEntry({ id, externalId, picture: state.step === 'kept' ? state.name : null }),
    onSuccess: () => {
      kept.forget();
      showToast(t`Submitted for review`);
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
    findFaults: ({ externalId }) => ({
      externalId: faultOfId(externalId),
      picture:
        state.step === 'none' || state.step === 'failed'
          ? problemText({ code: 'PICTURE_REQUIRED', data: undefined })
          : undefined,
    }),
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
  const isNewPicture = state.step !== 'none' && !(state.step === 'kept' && state.name === participation?.picture?.name);
  useKeeping(kept, { externalId: form.draft.externalId, hadPicture: isNewPicture || isLost }, untouched);
  return {
    form,
    upload,
    isUploading,
    isLost,
    isNewPicture,
    /** Something of it was filled in before the page was left. */
    wasBegun: kept.values.externalId !== undefined || kept.values.hadPicture === true,
  };
}

export type Join = ReturnType<typeof useJoin>;
