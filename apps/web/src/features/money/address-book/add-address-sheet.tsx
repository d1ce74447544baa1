import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { AddressRuleView } from '@tern/contracts/routes/address-book';
import { parseAddress } from '@tern/tron/browser';
import { FullAddress } from '@tern/ui/address';
import { Alert } from '@tern/ui/notice';
import { Sheet } from '@tern/ui/sheet';
import { TextField } from '@tern/ui/text-field';
import { api } from '../../../shared/api.ts';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import type { FieldsOfProblems, ProblemForm } from '../../../shared/use-problem-form.ts';
import type { EnteredFactors } from '../../../shared/money+sites/factor-entry.tsx';
import { findAddressFault, findLabelFault } from './address-faults.ts';
import { fieldsOfBothFactors, FieldsThenFactorsForm, noFactors } from './both-factors-form.tsx';
import { keptOfAddress } from './kept-drafts.ts';
import { findMissingFactor, MissingFactor } from './missing-factors.tsx';
import { SavedAs } from './saved-as.tsx';
import { useChange } from './use-change.ts';

type AddressDraft = EnteredFactors & { address: string; label: string };

const fields: FieldsOfProblems<AddressDraft> = {
  ...fieldsOfBothFactors,
  ADDRESS_REQUIRED: 'address',
  ADDRESS_INVALID: 'address',
  ADDRESS_OWN: 'address',
  ADDRESS_REFUSED: 'address',
  ADDRESS_LISTED_ALREADY: 'address',
  ADDRESS_LABEL_INVALID: 'label',
};

/** Saves an address under a name, after it was read once in full. */
export function AddAddressSheet(props: {
  open: boolean;
  /** Filled in already, as when it comes from a transfer. */
  address: string;
  account: AccountView;
  rules: readonly AddressRuleView[];
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t`Save an address`}>
      <AddAddressForm {...props} key={`${props.open} ${props.address}`} />
    </Sheet>
  );
}

function AddAddressForm(props: Parameters<typeof AddAddressSheet>[0]) {
  const { t } = useLingui();
  const sending = useChange({
    change: ({ address, ...given }: AddressDraft) =>
      api.addressBook.addAddress({ networkId: 'tron', address: address.trim(), ...given }),
    doneText: t`Address saved`,
    onDone: () => {
      form.forget();
      props.onClose();
    },
    // Each code works once: whatever is refused needs the next one.
    onRefused: () => {
      form.fill(noFactors);
    },
  });
  const form = useKeptForm<AddressDraft>({
    keep: keptOfAddress,
    start: { ...noFactors, address: props.address, label: '' },
    findFaults: ({ address, label }) => ({ address: findAddressFault(address), label: findLabelFault(label) }),
    fields,
    sending,
    submit: sending.mutate,
  });
  const missing = findMissingFactor(props.account);
  if (missing !== undefined) return <MissingFactor missing={missing} />;
  const parsed = parseAddress(form.draft.address.trim());
  const waits = props.rules.some(({ rule, on }) => rule === 'new-address-wait' && on);
  return (
    <FieldsThenFactorsForm
      form={form}
      action={<Trans>Save</Trans>}
      step={{
        fields: <AddressFields form={form} waits={waits} />,
        check: () => form.check('address', 'label'),
        isRefused: form.errorOf('address') !== undefined || form.errorOf('label') !== undefined,
        summary: 'address' in parsed ? <SavedAs label={form.draft.label} address={parsed.address} /> : null,
      }}
    />
  );
}

function AddressFields({ form, waits }: { form: ProblemForm<AddressDraft>; waits: boolean }) {
  const { t } = useLingui();
  const address = form.draft.address.trim();
  const parsed = parseAddress(address);
  const typed = 'fault' in parsed && address.length >= 34 ? findAddressFault(address) : undefined;
  return (
    <>
      <TextField
        label={t`Tron address`}
        name="address"
        ltr
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={form.draft.address}
        error={typed ?? form.errorOf('address')}
        onChange={(event) => form.change({ address: event.target.value.replace(/\s/g, '') })}
      />
      {'address' in parsed ? (
        <div className="address-book-full">
          <p className="caption">
            <Trans>Compare all of it with the one you were given</Trans>
          </p>
          <FullAddress address={parsed.address} />
        </div>
      ) : null}
      <TextField label={t`Name`} name="label" autoComplete="off" maxLength={40} {...form.text('label')} />
      {waits ? (
        <Alert kind="info">
          <Trans>You can send there 24 hours after saving it, because you let new addresses wait.</Trans>
        </Alert>
      ) : null}
    </>
  );
}
