import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { DiscoveryView } from '@tern/contracts/routes/discovery';
import { Card } from '@tern/ui/card';
import { Form } from '@tern/ui/form';
import { Switch } from '@tern/ui/switch';
import { TextField } from '@tern/ui/text-field';
import { showToast } from '@tern/ui/toast';
import { api } from '../../../shared/api.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { useProblemForm } from '../../../shared/use-problem-form.ts';
import { discoveryQuery } from './discovery-query.ts';

/** A name as somebody may type it: with or without the `@`. */
const usernameShape = /^\s*@?[a-z][a-z0-9_]{3,19}\s*$/i;

/** A switch for each contact the person has and one for a username, and the name that is shown once one of them is on. */
export function DiscoveryForm(props: { discovery: DiscoveryView }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { data: account } = useSuspenseQuery(accountQuery);
  const saving = useMutation({
    mutationFn: (wanted: DiscoveryView) => api.discovery.setDiscovery(wanted),
    onSuccess: (saved) => {
      queries.setQueryData(discoveryQuery.queryKey, saved);
      showToast(t`Saved`);
    },
  });
  const form = useProblemForm({
    start: props.discovery,
    findFaults: ({ byPhone, byEmail, byUsername, username, shownName }) => ({
      username:
        byUsername && !usernameShape.test(username)
          ? problemText({ code: 'USERNAME_INVALID', data: undefined })
          : undefined,
      shownName:
        (byPhone || byEmail || byUsername) && [...shownName.trim()].length < 2
          ? problemText({ code: 'SHOWN_NAME_INVALID', data: undefined })
          : undefined,
    }),
    fields: {
      SHOWN_NAME_INVALID: 'shownName',
      SHOWN_NAME_RESERVED: 'shownName',
      USERNAME_INVALID: 'username',
      USERNAME_TAKEN: 'username',
      USERNAMES_USED_UP: 'username',
    },
    sending: saving,
    submit: (draft) => saving.mutate(draft),
  });
  const { byPhone, byEmail, byUsername } = form.draft;
  const maskedOf = (kind: 'phone' | 'email') => account.contacts.find((contact) => contact.kind === kind)?.masked;
  const [phone, email] = [maskedOf('phone'), maskedOf('email')];
  return (
    <Form form={form} action={<Trans>Save</Trans>}>
      <p className="ink-2">
        <Trans>
          Nobody can find you while this is off. If you switch it on, anybody here who types your complete phone number,
          e-mail address or username sees that you have an account and the name below. They never see your other
          contacts, your wallet address or your balances.
        </Trans>
      </p>
      <Card flush>
        {phone === undefined ? null : (
          <Switch
            label={t`By my phone number`}
            note={<bdi dir="ltr">{phone}</bdi>}
            checked={byPhone}
            onChange={(on) => form.change({ byPhone: on })}
          />
        )}
        {email === undefined ? null : (
          <Switch
            label={t`By my e-mail address`}
            note={<bdi dir="ltr">{email}</bdi>}
            checked={byEmail}
            onChange={(on) => form.change({ byEmail: on })}
          />
        )}
        <Switch
          label={t`By a username`}
          note={<bdi dir="ltr">{props.discovery.username === '' ? '@…' : props.discovery.username}</bdi>}
          checked={byUsername}
          onChange={(on) => form.change({ byUsername: on })}
        />
      </Card>
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
