import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PasskeyView } from '@tern/contracts/routes/protection';
import { Button } from '@tern/ui/button';
import { Form } from '@tern/ui/form';
import { Sheet } from '@tern/ui/sheet';
import { TextField } from '@tern/ui/text-field';
import { api } from '../../../shared/api.ts';
import { keepAnswer } from '../../../shared/keep-answer.ts';
import { passkeysQuery } from './passkey-queries.ts';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import { keptOfPasskeyName, type PasskeyNameDraft } from './kept-name.ts';

const nameMax = 40;

/** One passkey: its name, and the way to remove it. */
export function PasskeySheet(props: {
  passkey: PasskeyView | undefined;
  onClose: () => void;
  onRemove: (passkey: PasskeyView) => void;
}) {
  const { t } = useLingui();
  const { passkey } = props;
  return (
    <Sheet open={passkey !== undefined} title={t`Passkey`} onClose={props.onClose}>
      {passkey === undefined ? null : (
        <>
          <RenameForm key={passkey.id} passkey={passkey} onDone={props.onClose} />
          <p className="caption">
            {passkey.synced ? (
              <Trans>Its provider keeps it in your account there, so it works on your other devices too.</Trans>
            ) : (
              <Trans>It is stored on one device only.</Trans>
            )}
          </p>
          <Button kind="danger" block onClick={() => props.onRemove(passkey)}>
            <Trans>Remove passkey</Trans>
          </Button>
        </>
      )}
    </Sheet>
  );
}

function RenameForm(props: { passkey: PasskeyView; onDone: () => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { id, name } = props.passkey;
  const sending = useMutation({
    mutationFn: (draft: PasskeyNameDraft) => api.protection.renamePasskey({ passkeyId: id, name: draft.name }),
    onSuccess: async (list) => {
      form.forget();
      await keepAnswer(queries, passkeysQuery.queryKey, list);
      props.onDone();
    },
  });
  const form = useKeptForm<PasskeyNameDraft>({
    keep: keptOfPasskeyName,
    start: { id, name },
    sending,
    submit: sending.mutate,
  });
  return (
    <Form
      form={form}
      className="stack gap-4"
      kind="quiet"
      action={<Trans>Save name</Trans>}
      disabled={form.draft.name.trim() === ''}
    >
      <TextField label={t`Name`} name="passkey-name" autoComplete="off" maxLength={nameMax} {...form.text('name')} />
    </Form>
  );
}
