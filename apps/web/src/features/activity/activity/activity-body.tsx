import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Page } from '@tern/ui/page';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { ClaimButton } from '../shared/claim-button.tsx';
import { ClaimSheet } from '../shared/claim-sheet.tsx';
import { RefusalNote } from '../shared/refusal-note.tsx';
import { ActivityHead } from './activity-head.tsx';
import type { ActivityProps } from './activity-props.ts';
import { ActivitySteps } from './activity-steps.tsx';
import { Joining } from './joining.tsx';

/** The page of an activity: the way into it where one is open, otherwise where the person stands. */
export function ActivityBody(props: ActivityProps) {
  const { bar, note, activity, token } = props;
  const { participation, refusal } = activity;
  const [claiming, setClaiming] = useState(false);
  const canJoin = participation === null ? refusal === null : participation.resubmitUntil !== null;
  if (canJoin) return <Joining key={participation?.submittedAt ?? 'first'} {...props} />;
  return (
    <Page bar={bar} foot={footOf(props, () => setClaiming(true))}>
      {note}
      <ActivityHead activity={activity} token={token} />
      {participation === null ? (
        refusal === null ? null : (
          <RefusalNote refusal={refusal} />
        )
      ) : (
        <ActivitySteps activity={activity} token={token} />
      )}
      <ClaimSheet activity={claiming ? activity : undefined} token={token} onClose={() => setClaiming(false)} />
    </Page>
  );
}

/** What can be done with an entry that was decided. */
function footOf({ activity: { participation, reward }, token }: ActivityProps, onClaim: () => void): ReactNode {
  if (participation?.status === 'approved') return <ClaimButton reward={reward} token={token} onClaim={onClaim} />;
  if (participation?.status !== 'completed' || participation.recordId === null) return undefined;
  return (
    <Button as={Link} to={`${paths.record}?${new URLSearchParams({ id: participation.recordId })}`} kind="quiet" block>
      <Trans>View record</Trans>
    </Button>
  );
}
