import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { AddressRuleView } from '@tern/contracts/routes/address-book';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { Sheet } from '@tern/ui/sheet';
import { api } from '../../../shared/api.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { Refusal } from '../../../shared/refusal.tsx';
import { useProblemForm } from '../../../shared/use-problem-form.ts';
import type { EnteredFactors } from '../../../shared/money+sites/factor-entry.tsx';
import { BothFactorsForm, fieldsOfBothFactors, noFactors } from './both-factors-form.tsx';
import { findMissingFactor, MissingFactor } from './missing-factors.tsx';
import { useChange } from './use-change.ts';

/** What a rule does, and the way to switch it: on at once, off after a day in which it can be kept. */
export function RuleSheet(props: { rule: AddressRuleView | undefined; account: AccountView; onClose: () => void }) {
  const { t } = useLingui();
  const { rule } = props;
  const title = rule?.rule === 'listed-only' ? t`Only saved addresses` : t`New addresses wait 24 hours`;
  return (
    <Sheet open={rule !== undefined} onClose={props.onClose} title={title}>
      {rule === undefined ? null : (
        <>
          <p className="ink-2">
            {rule.rule === 'listed-only' ? (
              <Trans>
                You can send only to addresses in this book. Transfers between your own wallets always work.
              </Trans>
            ) : (
              <Trans>
                You can send to a new address 24 hours after saving it, unless you have sent to it before. A thief would
                have to wait, and we notify you at once.
              </Trans>
            )}
          </p>
          {rule.endsAt === null ? (
            <Switch key={`${rule.rule} ${rule.on}`} {...props} rule={rule} />
          ) : (
            <Keep rule={rule} endsAt={rule.endsAt} onClose={props.onClose} />
          )}
        </>
      )}
    </Sheet>
  );
}

function Switch({ rule, account, onClose }: { rule: AddressRuleView; account: AccountView; onClose: () => void }) {
  const { t } = useLingui();
  const sending = useChange({
    change: (factors: EnteredFactors) => api.addressBook.setAddressRule({ rule: rule.rule, on: !rule.on, ...factors }),
    doneText: rule.on ? t`Ends in 24 hours` : t`Switched on`,
    onDone: onClose,
    onRefused: () => {
      form.fill(noFactors);
    },
  });
  const form = useProblemForm({ start: noFactors, fields: fieldsOfBothFactors, sending, submit: sending.mutate });
  const missing = findMissingFactor(account);
  if (missing !== undefined) return <MissingFactor missing={missing} />;
  return (
    <BothFactorsForm form={form} action={rule.on ? <Trans>Switch off after 24 hours</Trans> : <Trans>Switch on</Trans>}>
      <Alert kind="info">
        {rule.on ? (
          <Trans>
            Switching it off takes 24 hours. You get a message with a link that stops it. Use the link if this wasn’t
            you.
          </Trans>
        ) : (
          <Trans>It applies at once. Switching it off later takes 24 hours.</Trans>
        )}
      </Alert>
    </BothFactorsForm>
  );
}

function Keep({ rule, endsAt, onClose }: { rule: AddressRuleView; endsAt: string; onClose: () => void }) {
  const { t } = useLingui();
  const keeping = useChange({
    change: () => api.addressBook.keepAddressRule({ rule: rule.rule }),
    doneText: t`It stays on`,
    onDone: onClose,
  });
  const until = formatDateTime(endsAt);
  return (
    <>
      <Alert kind="warning">
        <Trans>It applies until {until} and is off after that.</Trans>
      </Alert>
      <Refusal error={keeping.error} />
      <Button block busy={keeping.isPending} onClick={() => keeping.mutate(undefined)}>
        <Trans>Keep it on</Trans>
      </Button>
    </>
  );
}
