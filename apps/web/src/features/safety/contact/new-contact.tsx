import { Trans } from '@lingui/react/macro';
import { Form } from '@tern/ui/form';
import { findTargetFault, type TargetDraft } from '../../../shared/target-draft.ts';
import { TargetFields } from '../../../shared/target-fields.tsx';
import { useProblemForm } from '../../../shared/use-problem-form.ts';

/** The phone or e-mail that shall be reached from now on. */
export function NewContact(props: {
  start: TargetDraft;
  /** What a later step was refused with because of it. */
  refused: unknown;
  onKind: (kind: TargetDraft['kind']) => void;
  onChange: () => void;
  onChosen: (target: TargetDraft) => void;
}) {
  const form = useProblemForm({
    start: { target: props.start },
    findFaults: ({ target }) => ({ target: findTargetFault(target) }),
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
    </Form>
  );
}
