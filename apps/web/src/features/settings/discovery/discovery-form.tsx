import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DiscoveryView } from '@tern/contracts/routes/discovery';
import { usernameIn } from '@tern/contracts/username';
import { Form } from '@tern/ui/form';
import { TextField } from '@tern/ui/text-field';
import { showToast } from '@tern/ui/toast';
import { api } from '../../../shared/api.ts';
import { readText, type KeptFields } from '../../../shared/kept-fields.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import { discoveryQuery } from './discovery-query.ts';
import { DiscoveryWays } from './discovery-ways.tsx';

const fields = {
  SHOWN_NAME_INVALID: 'shownName',
  SHOWN_NAME_RESERVED: 'shownName',
  USERNAME_INVALID: 'username',
  USERNAME_TAKEN: 'username',
  USERNAMES_USED_UP: 'username',
} as const;

const readSwitch = (raw: unknown) => (typeof raw === 'boolean' ? raw : undefined);
const keptFields: KeptFields<DiscoveryView> = {
  byPhone: readSwitch,
  byEmail: readSwitch,
  byUsername: readSwitch,
  username: readText,
  shownName: readText,
};

/** By what the person can be found, and the name that is shown once one of them is on. */
export function DiscoveryForm(props: { discovery: DiscoveryView }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (wanted: DiscoveryView) => api.discovery.setDiscovery(wanted),
    onSuccess: (saved) => {
      queries.setQueryData(discoveryQuery.queryKey, saved);
      // In their one form, whatever way they were typed.
      form.fill(saved);
      showToast(t`Saved`);
    },
  });
  const form = useKeptForm({
    keep: { form: 'discovery', fields: keptFields },
    start: props.discovery,
    findFaults: ({ byPhone, byEmail, byUsername, username, shownName }) => ({
      username:
        byUsername && usernameIn(username) === undefined
          ? problemText({ code: 'USERNAME_INVALID', data: undefined })
          : undefined,
      shownName:
        (byPhone || byEmail || byUsername) && [...shownName.trim()].length < 2
          ? problemText({ code: 'SHOWN_NAME_INVALID', data: undefined })
          : undefined,
    }),
    fields,
    sending: saving,
    submit: (draft) => saving.mutate(draft),
  });
  const { byPhone, byEmail, byUsername } = form.draft;
  return (
    <Form form={form} action={<Trans>Save</Trans>}>
      <p className="ink-2">
        <Trans>
          Nobody can find you while this is off. If you switch it on, anybody here who types your complete phone number,
          e-mail address or username sees that you have an account and the name below. They never see your other
          contacts, your wallet address or your balances.
        </Trans>
      </p>
      <DiscoveryWays discovery={form.draft} username={props.discovery.username} change={form.change} />
      {byUsername ? (
        <TextField
          label={t`Username`}
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          ltr
          hint={t`You can have three in all. Nobody else ever gets one of yours.`}
          {...form.text('username')}
        />
      ) : null}
      {byPhone || byEmail || byUsername ? (
        <TextField
          label={t`Name that senders see`}
          name="shown-name"
          autoComplete="nickname"
          maxLength={60}
          hint={problemText({ code: 'SHOWN_NAME_INVALID', data: undefined })}
          {...form.text('shownName')}
        />
      ) : null}
    </Form>
  );
}
