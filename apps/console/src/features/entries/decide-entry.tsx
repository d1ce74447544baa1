import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RejectionReason } from '@tern/contracts/routes/activities';
import type { EntryDecisionInput } from '@tern/contracts/routes/console-entries';
import { Button } from '@tern/ui/button';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { ChoiceField, LineField } from '../../shared/fields.tsx';
import { useOperator } from '../../shared/operator.ts';
import { problemText } from '../../shared/problem-texts.ts';
import { useKeys } from '../../shared/use-keys.ts';

const reasons = {
  unreadable: msg`The picture cannot be read`,
  'user-id-differs': msg`The user ID differs from the picture`,
  'not-this-activity': msg`Not of this activity`,
  'criteria-not-met': msg`The criteria are not met`,
  edited: msg`The picture was edited`,
  duplicate: msg`Handed in before`,
  other: msg`Another reason, in words`,
} as const satisfies Record<RejectionReason, unknown>;
const rejectionReasons = Object.keys(reasons) as RejectionReason[];

/** The decision about an entry: A approves, and the next one comes by itself. */
export function DecideEntry(props: { id: EntryDecisionInput['id']; isOpen: boolean; onDecided: () => void }) {
  const { id, isOpen, onDecided } = props;
  const { t } = useLingui();
  const { role } = useOperator();
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (said: EntryDecisionInput) => api.entries.decideEntry(said),
    onSuccess: async () => {
      onDecided();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['entries'] }),
        queries.invalidateQueries({ queryKey: ['entry', id] }),
      ]);
    },
  });
  const may = role === 'reviewer' && isOpen && !decide.isPending;
  const approve = () => may && decide.mutate({ id, decision: 'approve' });
  useKeys({ a: approve });
  return (
    <footer className="case-foot">
      <p role="status" className="case-said">
        {decide.isError ? (
          <span className="danger">{problemText(decide.error)}</span>
        ) : !isOpen ? (
          t`It was decided.`
        ) : role === 'reviewer' ? null : (
          t`Your role may look, not decide. Reviewers decide.`
        )}
      </p>
      {may || decide.isPending ? (
        <>
          <Rejection
            busy={decide.isPending}
            onReject={(reason, text) => decide.mutate({ id, decision: 'reject', reason, text })}
          />
          <Button busy={decide.isPending} onClick={approve}>
            <Trans>Approve</Trans>
          </Button>
        </>
      ) : null}
    </footer>
  );
}

function Rejection(props: { busy: boolean; onReject: (reason: RejectionReason, text: string) => void }) {
  const { t, i18n } = useLingui();
  const [reason, setReason] = useState<RejectionReason | ''>('');
  const [text, setText] = useState('');
  return (
    <>
      <ChoiceField
        label={t`Reason of a rejection`}
        none={t`Reason to reject`}
        value={reason}
        choices={rejectionReasons.map((each) => [each, i18n._(reasons[each])])}
        onChange={setReason}
      />
      <LineField
        label={t`What the person reads beside the reason`}
        grow
        value={text}
        maxLength={300}
        onChange={({ target }) => setText(target.value)}
      />
      <Button
        kind="danger"
        disabled={reason === ''}
        title={reason === '' ? t`Needs a reason` : undefined}
        busy={props.busy}
        onClick={() => reason !== '' && props.onReject(reason, text)}
      >
        <Trans>Reject</Trans>
      </Button>
    </>
  );
}
