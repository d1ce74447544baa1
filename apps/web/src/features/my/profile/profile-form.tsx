import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProfileView, SocialNetwork } from '@tern/contracts/routes/profile';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { TextArea } from '@tern/ui/text-area';
import { TextField } from '@tern/ui/text-field';
import { showToast } from '@tern/ui/toast';
import { useRef, useState, type FormEvent } from 'react';
import { api } from '../../../shared/api.ts';
import { keepAnswer } from '../../../shared/keep-answer.ts';
import { focusFirstFault } from '../../../shared/focus-first-fault.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { profileQuery } from '../shared/profile-query.ts';
import { readProblem } from '../../../shared/read-problem.ts';

type Draft = { bio: string } & Record<SocialNetwork, string>;

const networks: readonly { id: SocialNetwork; name: string }[] = [
  { id: 'line', name: 'Line' },
  { id: 'instagram', name: 'Instagram' },
  { id: 'telegram', name: 'Telegram' },
  { id: 'x', name: 'X' },
];
const bioMaxLength = 160;

/** What the person says of themselves, and their names elsewhere. */
export function ProfileForm(props: { profile: ProfileView }) {
  const { t, i18n } = useLingui();
  const queries = useQueryClient();
  const { profile } = props;
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>(() => toDraft(profile));
  const saving = useMutation({
    mutationFn: () => api.profile.saveProfile(draft),
    onSuccess: async (saved) => {
      await keepAnswer(queries, profileQuery.queryKey, saved);
      setDraft(toDraft(saved));
      showToast(t`Profile saved`);
    },
    onError: () => requestAnimationFrame(() => focusFirstFault(form.current)),
  });
  const problem = saving.error ? readProblem(saving.error) : undefined;
  const errorOf = (network: SocialNetwork) =>
    problem?.code === 'HANDLE_INVALID' && problem.data.network === network ? problemText(problem) : undefined;
  const length = [...draft.bio].length;
  const left = i18n.number(bioMaxLength - length);
  function change(changes: Partial<Draft>) {
    saving.reset();
    setDraft({ ...draft, ...changes });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    saving.mutate();
  }
  return (
    <form ref={form} className="stack gap-5" noValidate onSubmit={submit}>
      <TextArea
        label={t`About you`}
        name="bio"
        rows={3}
        value={draft.bio}
        hint={t`${left} characters left`}
        error={problem?.code === 'BIO_INVALID' || length > bioMaxLength ? t`Use at most 160 characters.` : undefined}
        onChange={(event) => change({ bio: event.target.value })}
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
          value={draft[id]}
          error={errorOf(id)}
          onChange={(event) => change({ [id]: event.target.value })}
        />
      ))}
      <Links profile={profile} />
      {problem === undefined || problem.code === 'BIO_INVALID' || problem.code === 'HANDLE_INVALID' ? null : (
        <Alert kind="danger" announce>
          <Trans>Saving failed</Trans>: {problemText(problem)}
        </Alert>
      )}
      <Button type="submit" block busy={saving.isPending} disabled={length > bioMaxLength}>
        <Trans>Save</Trans>
      </Button>
    </form>
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
        <a key={name} className="link" href={url} target="_blank" rel="noopener noreferrer nofollow">
          {name}: <bdi dir="ltr">{handle}</bdi>
        </a>
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
