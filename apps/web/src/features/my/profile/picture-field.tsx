import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { CameraIcon, TrashIcon } from '@tern/ui/inside-icons';
import { Alert } from '@tern/ui/notice';
import { showToast } from '@tern/ui/toast';
import { useId } from 'react';
import { api } from '../../../shared/api.ts';
import { keepAnswer } from '../../../shared/keep-answer.ts';
import { Avatar } from '../shared/avatar.tsx';
import { problemText } from '../../../shared/problem-texts.ts';
import { profileQuery } from '../shared/profile-query.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { preparePicture } from '../../../shared/prepare-picture.ts';
import { sendPicture } from './send-picture.ts';

/** The person's picture, with the ways to choose another one or none. */
export function PictureField(props: { path: string | null }) {
  const { t } = useLingui();
  const noteId = useId();
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: async (file: File) => {
      const picture = await preparePicture(file);
      if (picture === undefined) throw new UnreadableError();
      return sendPicture(picture);
    },
    onSuccess: async (saved) => {
      await keepAnswer(queries, profileQuery.queryKey, saved);
      showToast(t`Picture saved`);
    },
  });
  const removing = useMutation({
    mutationFn: () => api.profile.removeAvatar({}),
    onSuccess: (saved) => keepAnswer(queries, profileQuery.queryKey, saved),
  });
  return (
    <div className="stack gap-3">
      <div className="profile-picture">
        <Avatar path={props.path} />
        <div className="profile-file">
          <Button as="span" kind="quiet" small busy={sending.isPending}>
            <CameraIcon size="s" />
            {props.path === null ? <Trans>Choose a picture</Trans> : <Trans>Change picture</Trans>}
          </Button>
          <input
            type="file"
            accept="image/*"
            aria-label={t`Choose a picture`}
            aria-describedby={noteId}
            disabled={sending.isPending}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file !== undefined) sending.mutate(file);
              event.target.value = '';
            }}
          />
        </div>
        {props.path === null ? null : (
          <Button kind="text" small busy={removing.isPending} onClick={() => removing.mutate()}>
            <TrashIcon size="s" />
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
      <p className="caption" id={noteId}>
        <Trans>JPEG, PNG or WebP, up to 10 MB. We remove location, device and date from it, and only you see it.</Trans>
      </p>
      <PictureRefusal sending={sending.error} removing={removing.error} />
    </div>
  );
}

function PictureRefusal({ sending, removing }: { sending: unknown; removing: unknown }) {
  return (
    <>
      {sending === null ? null : (
        <Alert kind="danger" announce>
          {sending instanceof UnreadableError ? (
            <Trans>This browser can’t open the picture. Choose a JPEG, PNG or WebP file.</Trans>
          ) : readProblem(sending).code === 'NETWORK' ? (
            <Trans>Upload failed, try again later</Trans>
          ) : (
            problemText(readProblem(sending))
          )}
        </Alert>
      )}
      {removing === null ? null : (
        <Alert kind="danger" announce>
          <Trans>Saving failed</Trans>
        </Alert>
      )}
    </>
  );
}

class UnreadableError extends Error {}
