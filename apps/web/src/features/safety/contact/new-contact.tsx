import { Trans } from '@lingui/react/macro';
import { Form } from '@tern/ui/form';
import { PhoneRisk } from '../../../shared/register+safety/phone-risk.tsx';
import { problemText } from '../../../shared/problem-texts.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { emptyTarget, findTargetFault, type TargetDraft } from '../../../shared/target-draft.ts';
import { TargetFields } from '../../../shared/target-fields.tsx';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import { keptOfContact, type ContactDraft } from './kept-contact.ts';

/** The phone or e-mail that shall be reached from now on. */
export function NewContact(props: {
  /** What the account is reached by first. */
  present: TargetDraft['kind'];
  /** What a later step was refused with because of it. */
  refused: unknown;
  onKind: (kind: TargetDraft['kind']) => void;
  onChange: () => void;
  onChosen: (target: TargetDraft) => void;
}) {
  const refusal = props.refused === null ? undefined : problemText(readProblem(props.refused));
  const form = useKeptForm<ContactDraft>({
    keep: keptOfContact,
    start: () => ({ target: emptyTarget(props.present) }),
    // What was refused is not tried again as it is.
    findFaults: ({ target }) => ({ target: findTargetFault(target) ?? refusal }),
    fields: () => 'target',
    sending: { error: props.refused, isPending: false, reset: props.onChange },
    submit: ({ target }) => props.onChosen(target),
  });
  const { target } = form.draft;
  return (
    <Form form={form} action={<Trans>Continue</Trans>}>
      <TargetFields
        draft={target}
        error={form.errorOf('target')}
        onChange={(changed) => {
          if (changed.kind !== target.kind) {
            form.uncheck();
            props.onKind(changed.kind);
          }
          form.change({ target: changed });
        }}
      />
      {target.kind === 'phone' ? <PhoneRisk /> : null}
    </Form>
  );
}
