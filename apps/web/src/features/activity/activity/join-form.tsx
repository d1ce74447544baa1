import { Trans, useLingui } from '@lingui/react/macro';
import type { ActivityView, RejectionReason } from '@tern/contracts/routes/activities';
import { Alert } from '@tern/ui/notice';
import { TextField } from '@tern/ui/text-field';
import { reasonTexts } from '../shared/reason-texts.ts';
import { PictureChoice } from './picture-choice.tsx';
import type { Join } from './use-join.ts';

/** The part of an entry that a reviewer refused it for; of the others the whole entry is at fault. */
const faultyParts: Readonly<Partial<Record<RejectionReason, 'externalId' | 'picture'>>> = {
  unreadable: 'picture',
  edited: 'picture',
  'not-this-activity': 'picture',
  'user-id-differs': 'externalId',
  duplicate: 'externalId',
};

/** The details of an entry; after a refusal what was wrong stands beside them until it is changed. The page's foot sends it. */
export function JoinForm({ join, activity }: { join: Join; activity: ActivityView }) {
  const { t, i18n } = useLingui();
  const { form, upload, isLost, isNewPicture } = join;
  const { participation, samplePath } = activity;
  const reason = participation?.rejection?.reason;
  const text = reason === undefined ? null : reasonTexts[reason];
  const part = text === null || reason === undefined ? undefined : faultyParts[reason];
  const isOldId = form.draft.externalId === participation?.externalId;
  const wrong = text === null ? undefined : i18n._(text);
  return (
    <form id={form.id} className="stack gap-4" noValidate onSubmit={form.submit}>
      <TextField
        label={t`User ID on the exchange`}
        ltr
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        {...form.text('externalId')}
        warning={part === 'externalId' && isOldId ? wrong : undefined}
      />
      {isLost ? (
        <Alert kind="info">
          <Trans>Choose your picture again. It was not kept when you left this page.</Trans>
        </Alert>
      ) : null}
      <PictureChoice
        upload={upload}
        samplePath={samplePath}
        error={form.errorOf('picture')}
        warning={part === 'picture' && !isNewPicture ? wrong : undefined}
      />
      {form.alert === undefined ? null : (
        <Alert kind="danger" announce>
          {form.alert}
        </Alert>
      )}
    </form>
  );
}
