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
            Rewards are not offered where you live. Everything else of the wallet works as it does elsewhere.
          </Trans>
        </Alert>
      );
    case 'full':
      return (
        <Alert kind="info">
          <Trans>No places are left. One becomes free when an entry is refused for the last time.</Trans>
        </Alert>
      );
    case 'not-open':
    case 'already-joined':
    case 'no-more-tries':
      return (
        <Alert kind="info">
          <Trans>Nobody can join this activity any more.</Trans>
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
          Activities are for active accounts, and yours is not active yet. Receiving, sending and swapping your own
          money work without it.
        </Trans>
      </Alert>
      <Button kind="quiet" block onClick={() => setReading(true)}>
        <Trans>What makes an account active</Trans>
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
        <Trans>Rewards are allowed only in some countries: declare the one you live in before you join.</Trans>
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
