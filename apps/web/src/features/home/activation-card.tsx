import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { InfoIcon } from '@tern/ui/icons';
import { GiftIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Notice } from '@tern/ui/notice';
import { useState } from 'react';
import { ActivationTermsSheet } from '../../shared/activation/activation-terms-sheet.tsx';
import { readActivationTerms } from '../../shared/activation/read-activation-terms.ts';
import { api } from '../../shared/api.ts';
import { activationPromptQuery } from './home-queries.ts';

/** Tells an account that is not active yet what a first top-up brings. Closed, it comes back a week later at the earliest. */
export function ActivationCard(props: { account: AccountView; installation: InstallationView }) {
  const { account, installation } = props;
  const queries = useQueryClient();
  const { data: prompt } = useQuery({ ...activationPromptQuery, enabled: !account.activated });
  const [reading, setReading] = useState(false);
  const closing = useMutation({
    mutationFn: () => api.promotions.closeActivationPrompt({}),
    onMutate: () =>
      queries.setQueryData(activationPromptQuery.queryKey, { due: false, dueFrom: null, bonusNeedsCountry: false }),
    onError: () => queries.invalidateQueries({ queryKey: activationPromptQuery.queryKey }),
    onSuccess: (closed) => queries.setQueryData(activationPromptQuery.queryKey, closed),
  });
  if (account.activated || prompt?.due !== true) return null;
  const { minimum, bonus, promotionOpen } = readActivationTerms(installation);
  return (
    <>
      <Notice
        mark={<Mark kind="brand">{promotionOpen ? <GiftIcon /> : <InfoIcon />}</Mark>}
        title={
          promotionOpen ? (
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
          From <bdi dir="ltr">{minimum}</bdi>. Your deposit stays yours and can leave at once.
        </Trans>{' '}
        {promotionOpen ? null : <Trans>The promotion with its bonus has ended.</Trans>}{' '}
        <button type="button" className="link activation-conditions" onClick={() => setReading(true)}>
          <Trans>Conditions</Trans>
        </button>
      </Notice>
      <ActivationTermsSheet installation={installation} open={reading} onClose={() => setReading(false)} />
    </>
  );
}
