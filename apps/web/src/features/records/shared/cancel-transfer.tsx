import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Sheet } from '@tern/ui/sheet';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { recordQuery } from '../../../shared/inside/records/record-queries.ts';
import { createRequestKey } from '../../../shared/request-key.ts';
import { Refusal } from '../../../shared/refusal.tsx';

/** Takes back a transfer that still waits for its review, after one question. */
export function CancelTransfer({ recordId }: { recordId: string }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  // Every try of this page is the same request: a lost answer cannot make a second one of it.
  const [requestKey] = useState(createRequestKey);
  const cancelling = useMutation({
    mutationFn: () =>
      api.transfers.cancelTransfer({ params: { recordId }, headers: { 'idempotency-key': requestKey }, body: {} }),
    onSuccess: async () => {
      setAsking(false);
      showToast(t`Transfer cancelled`);
      await Promise.all([
        queries.invalidateQueries({ queryKey: recordQuery(recordId).queryKey }),
        ...[queryTopics.records, queryTopics.overview, queryTopics.transferOptions].map((topic) =>
          queries.invalidateQueries({ queryKey: [topic] }),
        ),
      ]);
    },
    onError: (error) => {
      if (readProblem(error).code === 'NOT_CANCELLABLE')
        void queries.invalidateQueries({ queryKey: recordQuery(recordId).queryKey });
    },
  });
  return (
    <>
      <Button kind="quiet" block needsConnection onClick={() => setAsking(true)}>
        <Trans>Cancel transfer</Trans>
      </Button>
      <Sheet
        open={asking}
        busy={cancelling.isPending}
        onClose={() => setAsking(false)}
        title={t`Cancel this transfer?`}
      >
        <p className="ink-2">
          <Trans>Nothing is sent. Amount and fee return to your balance at once.</Trans>
        </p>
        <Refusal error={cancelling.error} />
        <Button kind="danger" block busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
          <Trans>Cancel transfer</Trans>
        </Button>
      </Sheet>
    </>
  );
}
