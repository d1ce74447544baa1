import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { AddressEntryView } from '@tern/contracts/routes/address-book';
import { FullAddress } from '@tern/ui/address';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { Sheet } from '@tern/ui/sheet';
import { TextField } from '@tern/ui/text-field';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../shared/api.ts';
import { CopyButton } from '../../../shared/inside/copy-button.tsx';
import { formatDateTime } from '../../../shared/format-time.ts';
import { paths } from '../../../shared/paths.ts';
import { Refusal } from '../../../shared/refusal.tsx';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import type { EnteredFactors } from '../../../shared/money+sites/factor-entry.tsx';
import { fieldsOfBothFactors, FieldsThenFactorsForm, noFactors } from './both-factors-form.tsx';
import { findLabelFault } from './address-faults.ts';
import { keptOfName, type NameDraft } from './kept-drafts.ts';
import { findMissingFactor, MissingFactor } from './missing-factors.tsx';
import { SavedAs } from './saved-as.tsx';
import { useChange } from './use-change.ts';

type EntryProps = {
  entry: AddressEntryView | undefined;
  /** It is being renamed: the person comes back to the form for that. */
  renaming: boolean;
  account: AccountView;
  onClose: () => void;
};

/** One saved address: all of it, when it may be paid, and what can be done with it. */
export function EntrySheet(props: EntryProps) {
  const { entry } = props;
  return (
    <Sheet open={entry !== undefined} onClose={props.onClose} title={<bdi>{entry?.label}</bdi>}>
      {entry === undefined ? null : <Entry key={entry.id} {...props} entry={entry} />}
    </Sheet>
  );
}

function Entry(props: EntryProps & { entry: AddressEntryView }) {
  const { t } = useLingui();
  const { entry } = props;
  const [step, setStep] = useState<'look' | 'rename' | 'remove'>(props.renaming ? 'rename' : 'look');
  if (step === 'rename') return <Rename {...props} />;
  if (step === 'remove') return <Remove {...props} />;
  const from = entry.payableFrom === null ? null : formatDateTime(entry.payableFrom);
  return (
    <>
      <div className="address-book-full cluster between">
        <FullAddress address={entry.address} />
        <CopyButton text={entry.address} label={t`Copy the address`} done={t`Address copied`} />
      </div>
      {from === null ? null : (
        <Alert kind="info">
          <Trans>New until {from}. While the wait for new addresses is on, you can send to it only after that.</Trans>
        </Alert>
      )}
      <Button as={Link} block to={`${paths.transfer}?${new URLSearchParams({ to: entry.address })}`}>
        <Trans>Send to this address</Trans>
      </Button>
      <Button kind="quiet" block onClick={() => setStep('rename')}>
        <Trans>Rename</Trans>
      </Button>
      <Button kind="text" block onClick={() => setStep('remove')}>
        <Trans>Remove</Trans>
      </Button>
    </>
  );
}

function Rename({ entry, account, onClose }: { entry: AddressEntryView; account: AccountView; onClose: () => void }) {
  const { t } = useLingui();
  const sending = useChange({
    change: (draft: EnteredFactors & NameDraft) => api.addressBook.renameAddress(draft),
    doneText: t`Name changed`,
    onDone: () => {
      form.forget();
      onClose();
    },
    onRefused: () => {
      form.fill(noFactors);
    },
  });
  const form = useKeptForm<EnteredFactors & NameDraft>({
    keep: keptOfName,
    start: { ...noFactors, id: entry.id, label: entry.label },
    findFaults: ({ label }) => ({ label: findLabelFault(label) }),
    fields: { ...fieldsOfBothFactors, ADDRESS_LABEL_INVALID: 'label' },
    sending,
    submit: sending.mutate,
  });
  const missing = findMissingFactor(account);
  if (missing !== undefined) return <MissingFactor missing={missing} />;
  return (
    <FieldsThenFactorsForm
      form={form}
      action={<Trans>Save name</Trans>}
      step={{
        fields: <TextField label={t`Name`} name="label" autoComplete="off" maxLength={40} {...form.text('label')} />,
        check: () => form.check('label'),
        isRefused: form.errorOf('label') !== undefined,
        summary: <SavedAs label={form.draft.label} address={entry.address} />,
      }}
    />
  );
}

function Remove({ entry, onClose }: { entry: AddressEntryView; onClose: () => void }) {
  const { t } = useLingui();
  const removing = useChange({
    change: () => api.addressBook.removeAddress({ id: entry.id }),
    doneText: t`Address removed`,
    onDone: onClose,
  });
  return (
    <>
      <p className="ink-2">
        <Trans>This removes the address from your address book. If you save it again, it counts as new.</Trans>
      </p>
      <Refusal error={removing.error} />
      <Button kind="danger" block busy={removing.isPending} onClick={() => removing.mutate(undefined)}>
        <Trans>Remove address</Trans>
      </Button>
    </>
  );
}
