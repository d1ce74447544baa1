import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { ActivationPromptView, BonusStatusView } from '@tern/contracts/routes/promotions';
import { GiftIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Notice } from '@tern/ui/notice';
import { useState, type ReactNode } from 'react';
import { activationPromptQuery } from './activation-prompt-query.ts';
import { bonusRefusalTexts } from '../../my+offers/bonus-refusal-texts.ts';
import { api } from '../../api.ts';
import { exactAmountWithUnit } from '../../exact-amount.ts';
import { formatClock } from '../../format-time.ts';
import { getAsset } from '../../get-asset.ts';
import { LazyCountrySheet } from '../../lazy-country-sheet.ts';
import { preferencesQuery } from '../../preference-queries.ts';
import { installationQuery } from '../../queries.ts';

/** What became of a bonus: that it has arrived, what it waits for, or why it is never paid. */
export function BonusCard({ prompt, bonus }: { prompt: ActivationPromptView; bonus: BonusStatusView }) {
  switch (bonus.state) {
    case 'refused':
      return <RefusedBonus prompt={prompt} reason={bonus.reason} />;
    case 'arrived':
      return <ArrivedBonus prompt={prompt} amount={bonus.amount} />;
    case 'queued':
    case 'review':
    case 'undeclared':
      return <WaitingBonus state={bonus.state} offer={prompt.bonusOffer} />;
  }
}

/** Closes the word on a bonus on every device of the person; the message about it stays. */
function useClosing(prompt: ActivationPromptView): () => void {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => api.promotions.closeActivationPrompt({}),
    onMutate: () => queries.setQueryData(activationPromptQuery.queryKey, { ...prompt, due: false }),
    onError: () => queries.invalidateQueries({ queryKey: activationPromptQuery.queryKey }),
    onSuccess: (closed) => queries.setQueryData(activationPromptQuery.queryKey, closed),
  });
  return () => mutate();
}

/** The account is active and the bonus is there: one word on both, until it is closed. */
function ArrivedBonus({ prompt, amount }: { prompt: ActivationPromptView; amount: string }) {
  const { data: installation } = useSuspenseQuery(installationQuery);
  const close = useClosing(prompt);
  if (!prompt.due) return null;
  const bonus = exactAmountWithUnit(amount, getAsset(installation, 'reward'));
  return (
    <GiftNotice title={<Trans>Your account is active</Trans>} onClose={close}>
      <Trans>
        Your bonus of <bdi dir="ltr">{bonus}</bdi> is in your balance and ready to use.
      </Trans>
    </GiftNotice>
  );
}

type Refused = Extract<BonusStatusView, { state: 'refused' }>;

/** Shown until it is closed; the message about it stays. */
function RefusedBonus({ prompt, reason }: { prompt: ActivationPromptView; reason: Refused['reason'] }) {
  const { i18n } = useLingui();
  const close = useClosing(prompt);
  if (!prompt.due) return null;
  return (
    <GiftNotice title={<Trans>No activation bonus</Trans>} onClose={close}>
      {i18n._(bonusRefusalTexts[reason])} <Trans>Your deposit stays yours, and you can send it out at any time.</Trans>
    </GiftNotice>
  );
}

type Waiting = Exclude<BonusStatusView['state'], 'refused' | 'arrived'>;

function WaitingBonus({ state, offer }: { state: Waiting; offer: ActivationPromptView['bonusOffer'] }) {
  const queries = useQueryClient();
  const { data: preferences } = useQuery(preferencesQuery);
  const [choosing, setChoosing] = useState(false);
  if (state === 'queued') {
    return (
      <GiftNotice title={<Trans>Your bonus is on its way</Trans>}>
        <Trans>Today’s bonus budget is used up or paused. We pay yours as soon as the budget allows.</Trans>
      </GiftNotice>
    );
  }
  if (state === 'review') {
    return (
      <GiftNotice title={<Trans>Your bonus is being reviewed</Trans>}>
        <Trans>We review it before we pay it. You will get a message with the result.</Trans>
      </GiftNotice>
    );
  }
  if (preferences === undefined) return null;
  const declared = preferences.country !== null;
  const correctable = preferences.countryCorrectableUntil;
  // Declared a moment ago: whether it is paid there is known once the prompt has been read again.
  if (declared && offer !== 'open' && offer !== 'reviewed') return null;
  return (
    <>
      <GiftNotice
        title={
          declared ? <Trans>Your bonus is on its way</Trans> : <Trans>Tell us your country to get your bonus</Trans>
        }
      >
        {declared && correctable !== null ? (
          <Trans>You can correct your country until {formatClock(correctable)}. Your bonus follows after that.</Trans>
        ) : declared ? (
          <Trans>We check once a minute.</Trans>
        ) : (
          <>
            <Trans>Bonuses are allowed only in some countries.</Trans>{' '}
            <button type="button" className="link" onClick={() => setChoosing(true)}>
              <Trans>Declare your country</Trans>
            </button>
          </>
        )}
      </GiftNotice>
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

function GiftNotice(props: { title: ReactNode; onClose?: () => void; children: ReactNode }) {
  return (
    <Notice
      mark={
        <Mark kind="brand">
          <GiftIcon />
        </Mark>
      }
      {...props}
    />
  );
}
