import { useLingui } from '@lingui/react/macro';
import { Form } from '@tern/ui/form';
import { TextField } from '@tern/ui/text-field';
import type { Sending } from '@tern/ui/use-form';
import type { ReactNode } from 'react';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import type { KeptName, NameDraft } from './kept-names.ts';

/** A name that was asked for, and what ends its draft once it is saved. */
export type AskedName = { readonly name: string; readonly forget: () => void };

/** Asks for a wallet's name. */
export function WalletNameForm(props: {
  keep: KeptName;
  start: NameDraft;
  sending: Sending;
  submitLabel: ReactNode;
  onSubmit: (asked: AskedName) => void;
}) {
  const { t } = useLingui();
  const form = useKeptForm<NameDraft>({
    keep: props.keep,
    start: props.start,
    findFaults: ({ name }) => ({ name: name.trim() === '' ? t`Enter a name for the wallet` : undefined }),
    fields: { WALLET_NAME_INVALID: 'name' },
    sending: props.sending,
    submit: ({ name }) => props.onSubmit({ name, forget: form.forget }),
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
