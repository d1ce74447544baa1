import { useLingui } from '@lingui/react/macro';
import { Form } from '@tern/ui/form';
import { TextField } from '@tern/ui/text-field';
import type { Sending } from '@tern/ui/use-form';
import type { ReactNode } from 'react';
import { useProblemForm } from '../../../shared/use-problem-form.ts';

/** Asks for a wallet's name. */
export function WalletNameForm(props: {
  initial: string;
  sending: Sending;
  submitLabel: ReactNode;
  onSubmit: (name: string) => void;
}) {
  const { t } = useLingui();
  const form = useProblemForm({
    start: { name: props.initial },
    findFaults: ({ name }) => ({ name: name.trim() === '' ? t`Enter a name for the wallet` : undefined }),
    fields: { WALLET_NAME_INVALID: 'name' },
    sending: props.sending,
    submit: ({ name }) => props.onSubmit(name),
  });
  return (
    <Form form={form} action={props.submitLabel}>
      <TextField
        label={t`Name`}
        name="wallet-name"
        autoComplete="off"
        maxLength={80}
        hint={t`Only you see it.`}
        {...form.text('name')}
      />
    </Form>
  );
}
