import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ParticipationRefusal } from '@tern/contracts/problems/activities';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { useState } from 'react';
import { LazyActivationTermsSheet } from '../../../shared/offers/activation/lazy-activation-terms-sheet.ts';
import { LazyCountrySheet } from '../../../shared/lazy-country-sheet.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { useRefreshActivities } from './use-refresh-activities.ts';

/** Why the person cannot join now, and what they can do about it. */
export function RefusalNote(props: { refusal: ParticipationRefusal }) {
  switch (props.refusal) {
    case 'not-active':
      return <NotActive />;
    case 'no-country':
      return <NoCountry />;
    case 'country-closed':
      return (
        <Alert kind="info">
          <Trans>
            Rewards are not offered where you live. Everything else in the wallet works as it does elsewhere.
          </Trans>
        </Alert>
      );
    case 'full':
      return (
        <Alert kind="info">
          <Trans>No places left. One opens up when an entry is rejected for the last time.</Trans>
        </Alert>
      );
    case 'not-open':
    case 'already-joined':
    case 'no-more-tries':
      return (
        <Alert kind="info">
          <Trans>This activity no longer accepts entries.</Trans>
        </Alert>
      );
  }
}

function NotActive() {
  const { data: installation } = useSuspenseQuery(installationQuery);
  const [reading, setReading] = useState(false);
  return (
    <>
      <Alert kind="info">
        <Trans>
          Activities are for active accounts, and yours is not active yet. You can receive, send and swap your own money
          without that.
        </Trans>
      </Alert>
      <Button kind="quiet" block onClick={() => setReading(true)}>
        <Trans>How to activate an account</Trans>
      </Button>
      <LazyActivationTermsSheet installation={installation} open={reading} onClose={() => setReading(false)} />
    </>
  );
}

/** Asks for the country that rewards depend on. */
export function NoCountry() {
  const [choosing, setChoosing] = useState(false);
  const refresh = useRefreshActivities();
  return (
    <>
      <Alert kind="info">
        <Trans>Rewards are allowed only in some countries. Declare the country you live in before you join.</Trans>
      </Alert>
      <Button block onClick={() => setChoosing(true)}>
        <Trans>Declare your country</Trans>
      </Button>
      <LazyCountrySheet
        open={choosing}
        onClose={() => {
          setChoosing(false);
          void refresh();
        }}
      />
    </>
  );
}
