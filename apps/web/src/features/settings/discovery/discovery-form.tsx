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

/** A switch for each contact the person has, and the name that is shown once one of them is on. */
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
    findFaults: ({ byPhone, byEmail, shownName }) => ({
      shownName:
        (byPhone || byEmail) && [...shownName.trim()].length < 2
          ? problemText({ code: 'SHOWN_NAME_INVALID', data: undefined })
          : undefined,
    }),
    fields: { SHOWN_NAME_INVALID: 'shownName', SHOWN_NAME_RESERVED: 'shownName' },
    sending: saving,
    submit: (draft) => saving.mutate(draft),
  });
  const { byPhone, byEmail } = form.draft;
  const maskedOf = (kind: 'phone' | 'email') => account.contacts.find((contact) => contact.kind === kind)?.masked;
  const [phone, email] = [maskedOf('phone'), maskedOf('email')];
  return (
    <Form form={form} action={<Trans>Save</Trans>}>
      <p className="ink-2">
        <Trans>
          Nobody can find you while this is off. If you switch it on, anybody here who types your complete phone number
          or e-mail address sees that you have an account and the name below. They never see your other contact, your
          wallet address or your balances.
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
      </Card>
      {byPhone || byEmail ? (
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
