import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { InfoIcon } from '@tern/ui/icons';
import { GiftIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Notice } from '@tern/ui/notice';
import { useState } from 'react';
import { activationPromptQuery } from './activation-prompt-query.ts';
import { LazyActivationTermsSheet } from './lazy-activation-terms-sheet.ts';
import { readActivationTerms } from './read-activation-terms.ts';
import { isOffered, shownBonus, type ShownBonus } from './use-bonus-offer.ts';
import { api } from '../../api.ts';
import { LazyCountrySheet } from '../../lazy-country-sheet.ts';

/** Tells an account that is not active yet what a first top-up brings. Closed, it comes back a week later at the earliest. */
export function ActivationCard(props: { account: AccountView; installation: InstallationView }) {
  const { account, installation } = props;
  const queries = useQueryClient();
  const { data: prompt } = useQuery({ ...activationPromptQuery, enabled: !account.activated });
  const [sheet, setSheet] = useState<'conditions' | 'country' | null>(null);
  const closing = useMutation({
    mutationFn: () => api.promotions.closeActivationPrompt({}),
    onMutate: () =>
      queries.setQueryData(activationPromptQuery.queryKey, (before) => before && { ...before, due: false }),
    onError: () => queries.invalidateQueries({ queryKey: activationPromptQuery.queryKey }),
    onSuccess: (closed) => queries.setQueryData(activationPromptQuery.queryKey, closed),
  });
  if (account.activated || prompt?.due !== true) return null;
  const { minimum, bonus, promotionOpen } = readActivationTerms(installation);
  const shown = shownBonus(prompt.bonusOffer, promotionOpen);
  return (
    <>
      <Notice
        mark={<Mark kind="brand">{isOffered(shown) ? <GiftIcon /> : <InfoIcon />}</Mark>}
        title={
          isOffered(shown) ? (
            <Trans>
              Top up once, get <bdi dir="ltr">{bonus}</bdi>
            </Trans>
          ) : (
            <Trans>Your account is not active yet</Trans>
          )
        }
        onClose={() => closing.mutate()}
      >
        <Trans>
          From <bdi dir="ltr">{minimum}</bdi>. Your deposit stays yours, and you can send it out at any time.
        </Trans>{' '}
        <BonusNote shown={shown} />
        <div className="cluster wrap activation-ways">
          {shown === 'depends' || shown === 'asked-first' ? (
            <button type="button" className="link" onClick={() => setSheet('country')}>
              <Trans>Declare your country</Trans>
            </button>
          ) : null}
          <button type="button" className="link" onClick={() => setSheet('conditions')}>
            <Trans>Conditions</Trans>
          </button>
        </div>
      </Notice>
      <LazyActivationTermsSheet
        installation={installation}
        open={sheet === 'conditions'}
        onClose={() => setSheet(null)}
      />
      <LazyCountrySheet
        open={sheet === 'country'}
        onClose={() => {
          setSheet(null);
          void queries.invalidateQueries({ queryKey: activationPromptQuery.queryKey });
        }}
      />
    </>
  );
}

/** What the bonus depends on; of a bonus that cannot be had where the person lives nothing is said. */
function BonusNote({ shown }: { shown: ShownBonus }) {
  switch (shown) {
    case 'depends':
    case 'asked-first':
      return <Trans>Bonuses are allowed only in some countries.</Trans>;
    case 'reviewed':
      return <Trans>We review it before we pay it, because your phone number is from another country.</Trans>;
    case 'ended':
      return <Trans>The bonus promotion has ended.</Trans>;
    case 'open':
    case 'closed':
      return null;
  }
}
