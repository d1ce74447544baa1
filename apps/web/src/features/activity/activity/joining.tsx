import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Page } from '@tern/ui/page';
import { useState } from 'react';
import { ActivityHead } from './activity-head.tsx';
import { ActivityNotes } from './activity-notes.tsx';
import type { ActivityProps } from './activity-props.ts';
import { ActivitySteps } from './activity-steps.tsx';
import { JoinForm } from './join-form.tsx';
import { useJoin } from './use-join.ts';

/** The way into an activity in two steps: taking part opens the details, and confirming sends them. */
export function Joining({ bar, note, activity, token }: ActivityProps) {
  const join = useJoin(activity);
  // Whoever was refused has been there before, and so has whoever comes back to what they had begun.
  const isFirst = activity.participation === null;
  const [isOpen, setOpen] = useState(!isFirst || join.wasBegun);
  const { form, isUploading } = join;
  function open() {
    setOpen(true);
    requestAnimationFrame(() => document.getElementById(form.id)?.querySelector<HTMLElement>('input')?.focus());
  }
  return (
    <Page
      bar={bar}
      foot={
        isOpen ? (
          <Button type="submit" form={form.id} block busy={form.busy} disabled={isUploading}>
            {isUploading ? (
              <Trans>Uploading the picture</Trans>
            ) : isFirst ? (
              <Trans>Confirm participation</Trans>
            ) : (
              <Trans>Resubmit</Trans>
            )}
          </Button>
        ) : (
          <Button block onClick={open}>
            <Trans>Participate</Trans>
          </Button>
        )
      }
    >
      {note}
      <ActivityHead activity={activity} token={token} />
      {isFirst ? <ActivityNotes activity={activity} /> : null}
      <ActivitySteps
        activity={activity}
        token={token}
        form={isOpen ? <JoinForm join={join} activity={activity} /> : undefined}
      />
      {isFirst ? null : <ActivityNotes activity={activity} />}
    </Page>
  );
}
