import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { GiftIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Notice } from '@tern/ui/notice';
import { useState } from 'react';
import { activationPromptQuery } from '../../shared/activation/activation-prompt-query.ts';
import { LazyCountrySheet } from '../../shared/lazy-country-sheet.ts';
import { preferencesQuery } from '../../shared/preference-queries.ts';

/** Asks for the country a bonus waits for: the top-up is there, and nothing else is missing. */
export function BonusCountryCard() {
  const queries = useQueryClient();
  const { data: prompt } = useQuery(activationPromptQuery);
  const { data: preferences } = useQuery(preferencesQuery);
  const [choosing, setChoosing] = useState(false);
  if (prompt?.bonusNeedsCountry !== true || preferences === undefined) return null;
  const declared = preferences.country !== null;
  // Declared a moment ago: whether it is paid there is known once the prompt has been read again.
  if (declared && prompt.bonusOffer !== 'open') return null;
  return (
    <>
      <Notice
        mark={
          <Mark kind="brand">
            <GiftIcon />
          </Mark>
        }
        title={declared ? <Trans>Your bonus is on its way</Trans> : <Trans>Your bonus waits for your country</Trans>}
      >
        {declared ? (
          <Trans>It is looked at once a minute.</Trans>
        ) : (
          <>
            <Trans>Bonuses are allowed only in some countries.</Trans>{' '}
            <button type="button" className="link" onClick={() => setChoosing(true)}>
              <Trans>Declare your country</Trans>
            </button>
          </>
        )}
      </Notice>
      <LazyCountrySheet
        open={choosing}
        onClose={() => {
          setChoosing(false);
          void queries.invalidateQueries({ queryKey: activationPromptQuery.queryKey });
        }}
      />
    </>
  );
}
