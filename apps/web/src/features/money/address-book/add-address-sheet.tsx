import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { AddressRuleView } from '@tern/contracts/routes/address-book';
import { parseAddress } from '@tern/tron/browser';
import { FullAddress } from '@tern/ui/address';
import { Alert } from '@tern/ui/notice';
import { Sheet } from '@tern/ui/sheet';
import { TextField } from '@tern/ui/text-field';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';
import { BothFactorsForm, type BothFactors } from './both-factors-form.tsx';
import { findMissingFactor, MissingFactor } from './missing-factors.tsx';
import { useChange } from './use-change.ts';

const addressProblems: readonly Problem['code'][] = [
  'ADDRESS_REQUIRED',
  'ADDRESS_INVALID',
  'ADDRESS_OWN',
  'ADDRESS_REFUSED',
  'ADDRESS_LISTED_ALREADY',
];

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
  const [address, setAddress] = useState(props.address);
  const [label, setLabel] = useState('');
  const adding = useChange({
    change: (factors: BothFactors) =>
      api.addressBook.addAddress({ networkId: 'tron', address: address.trim(), label, ...factors }),
    doneText: t`Address saved`,
    onDone: props.onClose,
  });
  const missing = findMissingFactor(props.account);
  if (missing !== undefined) return <MissingFactor missing={missing} />;
  const { problem } = adding;
  const parsed = parseAddress(address.trim());
  const typed: Problem | undefined =
    'fault' in parsed && address.trim().length >= 34
      ? { code: 'ADDRESS_INVALID', data: { fault: parsed.fault } }
      : undefined;
  const refused = problem && addressProblems.includes(problem.code) ? problem : undefined;
  const waits = props.rules.some(({ rule, on }) => rule === 'new-address-wait' && on);
  const addressError = typed ?? refused;
  return (
    <BothFactorsForm
      busy={adding.isPending}
      problem={problem}
      elsewhere={[...addressProblems, 'ADDRESS_LABEL_INVALID']}
      action={<Trans>Save</Trans>}
      onSubmit={adding.run}
    >
      <TextField
        label={t`Tron address`}
        name="address"
        ltr
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={address}
        error={addressError ? problemText(addressError) : undefined}
        onChange={(event) => {
          adding.reset();
          setAddress(event.target.value.replace(/\s/g, ''));
        }}
      />
      {'address' in parsed ? (
        <div className="address-book-full">
          <p className="caption">
            <Trans>Compare all of it with the one you were given</Trans>
          </p>
          <FullAddress address={parsed.address} />
        </div>
      ) : null}
      <TextField
        label={t`Name`}
        name="label"
        autoComplete="off"
        maxLength={40}
        value={label}
        error={problem?.code === 'ADDRESS_LABEL_INVALID' ? problemText(problem) : undefined}
        onChange={(event) => setLabel(event.target.value)}
      />
      {waits ? (
        <Alert kind="info">
          <Trans>You can send there 24 hours after saving it, because you let new addresses wait.</Trans>
        </Alert>
      ) : null}
    </BothFactorsForm>
  );
}
