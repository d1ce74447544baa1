import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RejectionReason } from '@tern/contracts/routes/activities';
import type { EntryCaseView, EntryDecisionInput } from '@tern/contracts/routes/console-entries';
import { Button } from '@tern/ui/button';
import { Facts } from '@tern/ui/facts';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { ChoiceField, LineField } from '../../shared/fields.tsx';
import { formatMoney } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
import { problemText } from '../../shared/problem-texts.ts';
import { entryReasons } from '../../shared/reason-names.ts';
import { useStopText } from '../../shared/stops.tsx';
import { useKeys } from '../../shared/use-keys.ts';

const rejectionReasons = Object.keys(entryReasons) as RejectionReason[];

/** The decision about an entry: A asks for the approval, and after the decision the next one comes by itself. */
export function DecideEntry(props: { entry: EntryCaseView; isOpen: boolean; onDecided: () => void }) {
  const { entry, isOpen, onDecided } = props;
  const { t } = useLingui();
  const { role } = useOperator();
  const tell = useStopText();
  const [asked, setAsked] = useState<EntryDecisionInput>();
  const decide = useDecision(entry.id, { onDecided, onSettled: () => setAsked(undefined) });
  const stop = entry.stops.find(({ forbidsApproval }) => forbidsApproval);
  const may = role === 'reviewer' && isOpen;
  const approve = () => may && stop === undefined && setAsked({ id: entry.id, decision: 'approve' });
  useKeys({ a: approve });
  const told = stop && tell(stop);
  const blocked = told && t`${told}. You can approve the entry once that is over.`;
  return (
    <footer className="case-foot">
      <p role="status" className="case-said">
        {decide.isError ? (
          <span className="danger">{problemText(decide.error)}</span>
        ) : !isOpen ? (
          t`It was decided.`
        ) : role !== 'reviewer' ? (
          t`Your role may look, not decide. Reviewers decide.`
        ) : blocked === undefined ? null : (
          <span className="check-warning">{blocked}</span>
        )}
      </p>
      {may ? (
        <>
          <Rejection
            criteria={entry.criteria}
            onReject={(reason, text) => setAsked({ id: entry.id, decision: 'reject', reason, text })}
          />
          <Button disabled={stop !== undefined} title={blocked} onClick={approve}>
            <Trans>Approve</Trans>
          </Button>
        </>
      ) : null}
      {asked === undefined ? null : (
        <ConfirmEntry
          entry={entry}
          said={asked}
          busy={decide.isPending}
          onConfirm={() => decide.mutate(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </footer>
  );
}

function useDecision(
  id: EntryCaseView['id'],
  { onDecided, onSettled }: { onDecided: () => void; onSettled: () => void },
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (said: EntryDecisionInput) => api.entries.decideEntry(said),
    onSuccess: onDecided,
    onSettled: () => {
      onSettled();
      return Promise.all([
        queries.invalidateQueries({ queryKey: ['entries'] }),
        queries.invalidateQueries({ queryKey: ['entry', id] }),
      ]);
    },
  });
}

/** What the decision does, with amount and person, before it is taken: the session decides without a signature. */
function ConfirmEntry(props: {
  entry: EntryCaseView;
  said: EntryDecisionInput;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { entry, said, ...rest } = props;
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  const isApproval = said.decision === 'approve';
  return (
    <Confirm
      title={isApproval ? <Trans>Approve this entry?</Trans> : <Trans>Reject this entry?</Trans>}
      label={isApproval ? <Trans>Approve the entry</Trans> : <Trans>Reject the entry</Trans>}
      danger={!isApproval}
      {...rest}
    >
      <p>
        {isApproval ? (
          <Trans>The person can then claim the reward. You cannot undo this.</Trans>
        ) : (
          <Trans>The person gets no reward for this try and reads the reason. You cannot undo this.</Trans>
        )}
      </p>
      <Facts
        tight
        facts={[
          { key: 'reward', term: t`Reward`, value: formatMoney(entry.reward, 'reward', assets) },
          { key: 'person', term: t`Person`, value: <bdi dir="ltr">{entry.personPublicId}</bdi> },
          { key: 'activity', term: t`Activity`, value: entry.activityTitle },
          ...(said.decision === 'approve'
            ? []
            : [
                { key: 'reason', term: t`Reason`, value: i18n._(entryReasons[said.reason]) },
                { key: 'text', term: t`Note to the person`, value: said.text === '' ? t`none` : said.text },
              ]),
        ]}
      />
    </Confirm>
  );
}

function Rejection(props: { criteria: readonly string[]; onReject: (reason: RejectionReason, text: string) => void }) {
  const { t, i18n } = useLingui();
  const [reason, setReason] = useState<RejectionReason | ''>('');
  const [text, setText] = useState('');
  return (
    <>
      <ChoiceField
        label={t`Reason of a rejection`}
        none={t`Reason to reject`}
        value={reason}
        choices={rejectionReasons.map((each) => [each, i18n._(entryReasons[each])])}
        onChange={setReason}
      />
      {reason === 'criteria-not-met' ? (
        <ChoiceField
          label={t`Criterion that is not met`}
          value={props.criteria.includes(text) ? text : ''}
          choices={props.criteria.map((criterion) => [criterion, criterion])}
          onChange={setText}
        />
      ) : null}
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
        onClick={() => reason !== '' && props.onReject(reason, text)}
      >
        <Trans>Reject</Trans>
      </Button>
    </>
  );
}
