import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Facts } from '@tern/ui/facts';
import { AppBar, Page } from '@tern/ui/page';
import { TextField } from '@tern/ui/text-field';
import { useState } from 'react';
import { BackButton } from '../../../shared/back-button.tsx';
import { paths } from '../../../shared/paths.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { readCode } from '../../../shared/read-code.ts';
import { AfterChangeNote } from '../shared/after-change-note.tsx';
import { boundFactors } from '../shared/bound-factors.ts';
import '../shared/factors.css';
import { ProofForm } from '../shared/proof-form.tsx';
import { StepHead } from '../shared/step-head.tsx';
import { useGoOn } from '../shared/use-go-on.ts';
import { NewContact } from './new-contact.tsx';
import { useContactChange } from './use-contact-change.ts';

/** Another phone or e-mail, or a first one of its kind: codes from the old and the new one. */
function ContactPage() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(accountQuery);
  const { goOn } = useGoOn();
  const change = useContactChange(account.account.kind, goOn);
  return (
    <Page gap="large" bar={<AppBar title={t`Phone and e-mail`} back={<BackButton fallback={paths.my} />} />}>
      {change.isChosen ? <Proof account={account} change={change} /> : <Choice account={account} change={change} />}
    </Page>
  );
}

type StepProps = { account: AccountView; change: ReturnType<typeof useContactChange> };

function Choice({ account, change }: StepProps) {
  const [kind, setKind] = useState(change.target.kind);
  const hasOne = account.contacts.some((contact) => contact.kind === kind);
  return (
    <>
      <StepHead
        step={1}
        total={2}
        title={
          hasOne ? <Trans>What do you want to change?</Trans> : <Trans>Add a second way for us to reach you</Trans>
        }
      >
        <Trans>
          You need a code from your current contact and one from the new contact. We notify both, and for a week the
          link in either message undoes the change.
        </Trans>
      </StepHead>
      <PresentContacts contacts={account.contacts} />
      <NewContact
        present={account.account.kind}
        refused={change.refused}
        onKind={setKind}
        onChange={change.forgetRefusal}
        onChosen={change.choose}
      />
    </>
  );
}

function Proof({ account, change }: StepProps) {
  const { t } = useLingui();
  const { changing } = change;
  return (
    <>
      <StepHead step={2} total={2} title={<Trans>Confirm it’s you</Trans>}>
        <AfterChangeNote />
      </StepHead>
      <ProofForm
        send={change.send}
        more={{
          findFault: (typed) => (typed.length < 6 ? t`Enter the six digits of the code` : undefined),
          field: (control) => (
            <TextField
              label={t`Code sent to the new contact`}
              name="new-code"
              inputMode="numeric"
              autoComplete="off"
              ltr
              value={control.value}
              error={control.error}
              onChange={(event) => control.onChange(readCode(event.target.value))}
              hint={
                change.sentTo === undefined ? (
                  t`We send it together with the other code.`
                ) : (
                  <Trans>
                    Sent to <bdi dir="ltr">{change.sentTo}</bdi>.
                  </Trans>
                )
              }
            />
          ),
        }}
        factors={boundFactors(account)}
        sending={changing}
        submitLabel={<Trans>Save new contact</Trans>}
        onSubmit={(proof, newCode) => changing.mutate({ proof, newCode })}
      />
    </>
  );
}

function PresentContacts(props: { contacts: AccountView['contacts'] }) {
  return (
    <Facts
      ruled
      facts={props.contacts.map(({ kind, masked }) => ({
        key: kind,
        term: kind === 'phone' ? <Trans>Current phone</Trans> : <Trans>Current e-mail</Trans>,
        value: <bdi dir="ltr">{masked}</bdi>,
      }))}
    />
  );
}

export { ContactPage as Component };
