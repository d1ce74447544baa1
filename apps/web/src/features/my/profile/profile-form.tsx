import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProfileView, SocialNetwork } from '@tern/contracts/routes/profile';
import { Form } from '@tern/ui/form';
import { TextArea } from '@tern/ui/text-area';
import { TextField } from '@tern/ui/text-field';
import { showToast } from '@tern/ui/toast';
import { api } from '../../../shared/api.ts';
import { keepAnswer } from '../../../shared/keep-answer.ts';
import { profileQuery } from '../shared/profile-query.ts';
import { readText } from '../../../shared/kept-fields.ts';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { OutsideLink } from '../../../shared/outside-link.tsx';

type Draft = { bio: string } & Record<SocialNetwork, string>;

const networks: readonly { id: SocialNetwork; name: string }[] = [
  { id: 'line', name: 'Line' },
  { id: 'instagram', name: 'Instagram' },
  { id: 'telegram', name: 'Telegram' },
  { id: 'x', name: 'X' },
];
const names = ['bio', ...networks.map(({ id }) => id)] as const;
const bioMaxLength = 160;

/** What the person says of themselves, and their names elsewhere. */
export function ProfileForm(props: { profile: ProfileView }) {
  const { t, i18n } = useLingui();
  const queries = useQueryClient();
  const { profile } = props;
  const sending = useMutation({
    mutationFn: (draft: Draft) => api.profile.saveProfile(draft),
    onSuccess: async (saved) => {
      await keepAnswer(queries, profileQuery.queryKey, saved);
      form.fill(toDraft(saved));
      showToast(t`Profile saved`);
    },
  });
  const form = useKeptForm({
    keep: {
      form: 'profile',
      fields: { bio: readText, line: readText, instagram: readText, telegram: readText, x: readText },
    },
    start: () => toDraft(profile),
    fields: (problem) => {
      if (problem.code === 'BIO_INVALID') return 'bio';
      return problem.code === 'HANDLE_INVALID' ? problem.data.network : undefined;
    },
    sending,
    submit: sending.mutate,
  });
  const length = [...form.draft.bio].length;
  const left = i18n.number(bioMaxLength - length);
  const isTooLong = length > bioMaxLength;
  const saved = toDraft(profile);
  const isChanged = names.some((name) => form.draft[name] !== saved[name]);
  const alert = form.alert && (
    <>
      <Trans>Saving failed</Trans>: {form.alert}
    </>
  );
  return (
    <Form form={{ ...form, alert }} action={<Trans>Save</Trans>} disabled={isTooLong}>
      <TextArea
        label={t`About you`}
        name="bio"
        rows={3}
        hint={t`${left} characters left`}
        {...form.text('bio')}
        error={isTooLong || form.errorOf('bio') !== undefined ? t`Use at most 160 characters.` : undefined}
      />
      {networks.map(({ id, name }) => (
        <TextField
          key={id}
          ltr
          label={name}
          name={id}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          placeholder={t`Name or link`}
          {...form.text(id)}
        />
      ))}
      <Links profile={profile} />
      <LeaveGuard isChanged={isChanged} onLeave={form.forget} />
    </Form>
  );
}

/** Where the saved names lead, so that one can see that they are right. */
function Links(props: { profile: ProfileView }) {
  const shown = networks.flatMap(({ id, name }) => {
    const social = props.profile[id];
    return social === null ? [] : [{ name, ...social }];
  });
  if (shown.length === 0) return null;
  return (
    <p className="profile-links">
      {shown.map(({ name, handle, url }) => (
        <OutsideLink key={name} href={url}>
          {name}: <bdi dir="ltr">{handle}</bdi>
        </OutsideLink>
      ))}
    </p>
  );
}

function toDraft(profile: ProfileView): Draft {
  return {
    bio: profile.bio ?? '',
    line: profile.line?.handle ?? '',
    instagram: profile.instagram?.handle ?? '',
    telegram: profile.telegram?.handle ?? '',
    x: profile.x?.handle ?? '',
  };
}
