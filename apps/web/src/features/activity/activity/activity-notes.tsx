import { Plural, Trans } from '@lingui/react/macro';
import type { ActivityView } from '@tern/contracts/routes/activities';
import { Card } from '@tern/ui/card';
import { Facts } from '@tern/ui/facts';
import { Alert } from '@tern/ui/notice';
import { useState } from 'react';
import { formatDayAndYear } from '../../../shared/format-time.ts';

const dayMs = 86_400_000;

/** What happens to what is handed in: said before anything is. */
export function ActivityNotes(props: { activity: ActivityView }) {
  const { reviewHours, pictureDays } = props.activity;
  const [openedMs] = useState(() => Date.now());
  const deleted = formatDayAndYear(new Date(openedMs + pictureDays * dayMs).toISOString());
  return (
    <div className="stack gap-3">
      <Card>
        <Facts
          ruled
          facts={[
            {
              key: 'asked',
              term: <Trans>You provide</Trans>,
              value: <Trans>your user ID and one picture, nothing else</Trans>,
            },
            { key: 'costs', term: <Trans>Cost to join</Trans>, value: <Trans>free</Trans> },
            {
              key: 'seen',
              term: <Trans>Visible to</Trans>,
              value: <Trans>you and our reviewers</Trans>,
            },
            {
              key: 'answer',
              term: <Trans>Review</Trans>,
              value: <Plural value={reviewHours} one="within # hour" other="within # hours" />,
            },
            { key: 'deleted', term: <Trans>Picture deleted on</Trans>, value: deleted },
          ]}
        />
      </Card>
      <Alert kind="info">
        <Trans>
          Cover names, balances and anything else that is not asked for. Never submit a password, a key or recovery
          words. We will never ask for them.
        </Trans>
      </Alert>
    </div>
  );
}
