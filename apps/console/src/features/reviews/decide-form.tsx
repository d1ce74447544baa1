import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RejectionReason, ReviewCaseView, ReviewDecisionInput } from '@tern/contracts/routes/console-reviews';
import { Button } from '@tern/ui/button';
import { Link, type To } from 'react-router';
import { useId, useRef, useState, type ReactNode } from 'react';
import { api } from '../../shared/api.ts';
import { ChoiceField } from '../../shared/fields.tsx';
import { problemText } from '../../shared/problem-texts.ts';
import { rejectionReasons } from '../../shared/reason-names.ts';
import { useSign } from '../../shared/signing/signing.tsx';
import { useKeys } from '../../shared/use-keys.ts';
import { waits } from '../../shared/wait-names.ts';

const noteMin = 3;
const reasons = Object.keys(rejectionReasons) as RejectionReason[];

/** The decision: what was looked at, the reason of a rejection, and the signature of the operator's passkey. */
export function DecideForm({ found, later }: { found: ReviewCaseView; later: To | undefined }) {
  const decide = useDecision(found.id);
  const obstacle = useObstacle(found);
  // Rejecting returns the money, which neither a hold nor a receiver who has left forbids.
  const mayReject = found.obstacle === 'account-on-hold' || found.obstacle === 'receiver-closed';
  return (
    <footer className="case-foot">
      <p role="status" className="case-said">
        <Outcome decide={decide}>
          {obstacle === undefined ? null : <span className={mayReject ? 'check-warning' : undefined}>{obstacle}</span>}
        </Outcome>
      </p>
      {obstacle !== undefined && !mayReject ? null : (
        <Choice found={found} blocked={obstacle} busy={decide.isPending} onDecide={decide.mutate} />
      )}
      {later === undefined ? null : (
        <Button as={Link} kind="quiet" to={later}>
          {decide.data === undefined && obstacle === undefined ? (
            <Trans>Decide later</Trans>
          ) : (
            <Trans>Next withdrawal</Trans>
          )}
        </Button>
      )}
    </footer>
  );
}

function useDecision(id: ReviewCaseView['id']) {
  const queries = useQueryClient();
  const sign = useSign();
  return useMutation({
    mutationFn: async (said: ReviewDecisionInput) => {
      const question = await api.reviews.askDecision(said);
      const proof = await sign(question);
      return proof === undefined ? undefined : (await api.reviews.decide({ said, proof })).outcome;
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['reviews'] }),
        queries.invalidateQueries({ queryKey: ['review', id] }),
      ]),
  });
}

/** What became of the decision; before there is one, `children`. */
function Outcome({ decide, children }: { decide: ReturnType<typeof useDecision>; children: ReactNode }) {
  const { t } = useLingui();
  if (decide.isError) return <span className="danger">{problemText(decide.error)}</span>;
  if (decide.isSuccess && decide.data === undefined) return t`Not signed; nothing was changed.`;
  switch (decide.data) {
    case 'second-operator-needed':
      return t`Your approval is kept. A second, different operator has to approve too.`;
    case 'approved':
      return t`Approved. It is being settled.`;
    case 'rejected':
      return t`Rejected. Everything held was returned.`;
    case undefined:
      return children;
  }
}

function Choice(props: {
  found: ReviewCaseView;
  /** Why it cannot be approved now. */
  blocked: string | undefined;
  busy: boolean;
  onDecide: (said: ReviewDecisionInput) => void;
}) {
  const { t, i18n } = useLingui();
  const { found, blocked, busy, onDecide } = props;
  const noteField = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const [note, setNote] = useState('');
  const [reason, setReason] = useState<RejectionReason | ''>('');
  useKeys({ a: () => noteField.current?.focus(), r: () => noteField.current?.focus() });
  const text = note.trim();
  const lacksNote = text.length < noteMin;
  return (
    <>
      <label className="visually-hidden" htmlFor={noteId}>
        <Trans>What you looked at</Trans>
      </label>
      <input
        id={noteId}
        ref={noteField}
        className="input grow"
        value={note}
        maxLength={400}
        placeholder={t`What you looked at; kept in the log, shown to other operators`}
        onChange={(event) => setNote(event.target.value)}
      />
      <ChoiceField
        label={t`Reason of a rejection`}
        none={t`Reason to reject`}
        value={reason}
        choices={reasons.map((each) => [each, i18n._(rejectionReasons[each])])}
        onChange={setReason}
      />
      <Button
        kind="danger"
        disabled={lacksNote || reason === ''}
        title={lacksNote || reason === '' ? t`Needs a reason and a note` : undefined}
        busy={busy}
        onClick={() => reason !== '' && onDecide({ id: found.id, decision: 'reject', reason, note: text })}
      >
        <Trans>Reject</Trans>
      </Button>
      <Button
        disabled={lacksNote || blocked !== undefined}
        title={blocked ?? (lacksNote ? t`Needs a note` : undefined)}
        busy={busy}
        onClick={() => onDecide({ id: found.id, decision: 'approve', note: text })}
      >
        {found.approvals > 0 ? <Trans>Approve as second</Trans> : <Trans>Approve</Trans>}
      </Button>
    </>
  );
}

/** Why this operator cannot decide now, in words; undefined where they can. */
function useObstacle(found: ReviewCaseView): string | undefined {
  const { t, i18n } = useLingui();
  switch (found.obstacle) {
    case null:
      return undefined;
    case 'role':
      return t`Your role may look, not decide. Reviewers and treasurers decide.`;
    case 'decided-by-you':
      return t`You have decided. Another operator has to decide too.`;
    case 'not-open':
      return found.waitingFor === null ? t`It is not under review any more.` : i18n._(waits[found.waitingFor]);
    case 'account-on-hold':
      return t`The account is on hold or closed. You can reject it now, or approve it once that is over.`;
    case 'receiver-closed':
      return t`The receiver has closed their account. Reject the transfer to return the money to its sender.`;
  }
}
