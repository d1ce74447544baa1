import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ActivityCard } from '@tern/contracts/routes/activities';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { Sheet } from '@tern/ui/sheet';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../../../shared/api.ts';
import { DigitsEntry } from '../../../shared/digits-entry.tsx';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { LazyMissingFactorSheet } from '../../../shared/inside/lazy-missing-factor-sheet.ts';
import { leavesOpen } from '../../../shared/activity+money+reward/leaves-open.ts';
import { LostAnswer } from '../../../shared/activity+money+reward/lost-answer.tsx';
import { problemText } from '../../../shared/problem-texts.ts';
import { accountQuery, queryTopics } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { createRequestKey } from '../../../shared/request-key.ts';

type Claimed = Pick<ActivityCard, 'id' | 'title' | 'language' | 'reward'>;

/** The trade password for claiming a reward; where none is set, the way to set one. */
export function ClaimSheet(props: { activity: Claimed | undefined; token: AssetView; onClose: () => void }) {
  const { t } = useLingui();
  const { activity, token } = props;
  const { pathname, search } = useLocation();
  const { data: account } = useQuery(accountQuery);
  const [isSending, setSending] = useState(false);
  const isMissing = account !== undefined && !account.factors.tradePassword;
  const amount = activity === undefined ? '' : exactAmountWithUnit(activity.reward, token);
  return (
    <>
      <LazyMissingFactorSheet
        open={activity !== undefined && isMissing}
        missing={['tradePassword']}
        returnPath={pathname + search}
        onClose={props.onClose}
      />
      <Sheet
        open={activity !== undefined && !isMissing}
        busy={isSending}
        title={t`Confirm it’s you`}
        note={
          <Trans>
            <bdi dir="ltr">{amount}</bdi> to your default wallet
          </Trans>
        }
        onClose={() => {
          if (!isSending) props.onClose();
        }}
      >
        {activity === undefined ? null : (
          <Claim key={activity.id} id={activity.id} onSending={setSending} onClose={props.onClose} />
        )}
      </Sheet>
    </>
  );
}

function Claim(props: { id: string; onSending: (isSending: boolean) => void; onClose: () => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [digits, setDigits] = useState('');
  const [isUnsure, setUnsure] = useState(false);
  const [requestKey] = useState(createRequestKey);
  const claiming = useMutation({
    mutationFn: (tradePassword: string) =>
      api.activities.claimReward({
        params: { id: props.id },
        headers: { 'idempotency-key': requestKey },
        body: { tradePassword },
      }),
    onMutate: () => props.onSending(true),
    onSettled: () => props.onSending(false),
    onSuccess: () => {
      showToast(t`Claimed. It will be in your wallet in a moment.`);
      props.onClose();
      return Promise.all(
        [queryTopics.activities, queryTopics.activity].map((topic) => queries.invalidateQueries({ queryKey: [topic] })),
      );
    },
    onError: (error) => {
      const { code } = readProblem(error);
      setUnsure(leavesOpen(code, isUnsure));
      if (code === 'TRADE_PASSWORD_WRONG') setDigits('');
      if (code === 'FACTORS_LOCKED') void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
  const problem = claiming.error ? readProblem(claiming.error) : undefined;
  if (isUnsure) {
    return <LostAnswer isPending={claiming.isPending || claiming.isSuccess} onRepeat={() => claiming.mutate(digits)} />;
  }
  if (problem !== undefined && problem.code !== 'TRADE_PASSWORD_WRONG') {
    return (
      <>
        <Alert kind="danger" announce>
          {problemText(problem)}
        </Alert>
        <Button kind="quiet" block onClick={props.onClose}>
          <Trans>Close</Trans>
        </Button>
      </>
    );
  }
  return (
    <>
      <DigitsEntry
        label={t`Trade password`}
        value={digits}
        disabled={claiming.isPending || claiming.isSuccess}
        error={problem?.code === 'TRADE_PASSWORD_WRONG' ? problemText(problem) : undefined}
        onChange={(typed) => {
          if (typed !== '') claiming.reset();
          setDigits(typed);
        }}
        onComplete={(typed) => claiming.mutate(typed)}
      />
    </>
  );
}
