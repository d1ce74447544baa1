import type { TargetInput } from '@tern/contracts/fields';
import { CodeField, type Challenge } from '../code-field.tsx';
import { toTargetInput, type TargetDraft } from '../target-draft.ts';
import { TargetFields } from '../target-fields.tsx';
import type { ProblemForm } from '../use-problem-form.ts';
import type { ProvenTarget } from './proven-target.ts';

/** Phone or e-mail, and the code that is sent there. */
export function ProvenTargetFields(props: {
  form: Pick<ProblemForm<ProvenTarget>, 'draft' | 'errorOf' | 'change' | 'check' | 'uncheck'>;
  send: (target: TargetInput) => Promise<Challenge>;
  /** What else was learnt about the former phone or e-mail is no longer true. */
  onTarget?: () => void;
}) {
  const { form } = props;
  const { target } = form.draft;
  function changeTarget(changed: TargetDraft) {
    // A code proves one phone or e-mail only.
    form.change({ target: changed, code: '', challengeId: undefined });
    if (changed.kind !== target.kind) form.uncheck();
    props.onTarget?.();
  }
  return (
    <>
      <TargetFields draft={target} error={form.errorOf('target')} onChange={changeTarget} />
      <CodeField
        key={target.kind}
        value={form.draft.code}
        error={form.errorOf('code')}
        wasSent={form.draft.challengeId !== undefined}
        canSend={() => form.check('target')}
        send={() => props.send(toTargetInput(target))}
        onSent={(challengeId) => {
          form.uncheck();
          form.change({ challengeId, code: '' });
        }}
        onChange={(code) => form.change({ code })}
      />
    </>
  );
}
