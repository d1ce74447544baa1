import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { ClosingView } from '@tern/contracts/routes/closing';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Loaded } from '@tern/ui/loaded';
import { DownloadIcon } from '@tern/ui/inside-icons';
import { Alert } from '@tern/ui/notice';
import { AppBar, Page } from '@tern/ui/page';
import { Sheet } from '@tern/ui/sheet';
import { SkeletonRows } from '@tern/ui/skeleton';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../shared/api.ts';
import { keepAnswer } from '../../../shared/keep-answer.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { formatDateTime } from '../../../shared/format-time.ts';
import { paths } from '../../../shared/paths.ts';
import { boundFactors } from '../shared/bound-factors.ts';
import { accountQuery, queryTopics } from '../../../shared/queries.ts';
import { ProofForm, type GivenProof } from '../shared/proof-form.tsx';
import { Refusal } from '../../../shared/refusal.tsx';
import { startDownload } from '../../../shared/start-download.ts';

const closingQuery = queryOptions({
  queryKey: [queryTopics.closing],
  queryFn: ({ signal }) => api.closing.closing({}, { signal }),
  staleTime: 0,
});

/** A copy of everything that is kept about the person, and the way to close the account. */
function OwnDataPage() {
  const { t } = useLingui();
  const [sheet, setSheet] = useState<'export' | 'close'>();
  const closing = useQuery(closingQuery);
  const close = () => setSheet(undefined);
  return (
    <Page bar={<AppBar title={t`Your data and account`} back={<BackButton fallback={paths.settings} />} />}>
      <Card>
        <div className="stack gap-3">
          <h2 className="body-strong">
            <Trans>A copy of your data</Trans>
          </h2>
          <p className="caption">
            <Trans>
              Your account, profile, wallets, records, messages and account history in one JSON file. Whoever has the
              file reads all of it: keep it as safe as your account.
            </Trans>
          </p>
          <Button kind="quiet" onClick={() => setSheet('export')}>
            <DownloadIcon size="s" />
            <Trans>Get the copy</Trans>
          </Button>
        </div>
      </Card>
      <Loaded
        query={closing}
        loading={<SkeletonRows count={2} />}
        failed={<Trans>The state of your account could not be reached.</Trans>}
      >
        {(view) => <Closing view={view} onAsk={() => setSheet('close')} />}
      </Loaded>
      <Sheet open={sheet === 'export'} onClose={close} title={t`Is it you?`}>
        <ExportForm onDone={close} />
      </Sheet>
      <Sheet open={sheet === 'close'} onClose={close} title={t`Close the account?`}>
        <CloseForm onDone={close} />
      </Sheet>
    </Page>
  );
}

function Closing(props: { view: ClosingView; onAsk: () => void }) {
  const { closing, empty, waitDays } = props.view;
  const { t } = useLingui();
  const queries = useQueryClient();
  const keeping = useMutation({
    mutationFn: () => api.closing.cancelClosing({}),
    onSuccess: async (saved) => {
      await keepAnswer(queries, closingQuery.queryKey, saved);
      showToast(t`Your account stays open`);
    },
  });
  const due = closing?.dueAt ? formatDateTime(closing.dueAt) : undefined;
  return (
    <Card>
      <div className="stack gap-3">
        <h2 className="body-strong">
          <Trans>Close the account</Trans>
        </h2>
        <Refusal error={keeping.error} />
        {closing !== null ? (
          <>
            <Alert kind="warning">
              {due === undefined ? (
                <Trans>Closing of the account asked for</Trans>
              ) : (
                <Trans>
                  Your account closes on {due}. Until then everything works as ever. If money arrives, it stays open.
                </Trans>
              )}
            </Alert>
            <Button block busy={keeping.isPending} onClick={() => keeping.mutate()}>
              <Trans>Keep my account</Trans>
            </Button>
          </>
        ) : (
          <>
            <p className="caption">
              <Plural
                value={waitDays}
                one="It closes after # day; until then you can change your mind. Your profile, settings and sign-in are deleted then; what the law makes us keep about payments is kept."
                other="It closes after # days; until then you can change your mind. Your profile, settings and sign-in are deleted then; what the law makes us keep about payments is kept."
              />
            </p>
            {empty ? (
              <Button kind="danger" onClick={props.onAsk}>
                <Trans>Close the account</Trans>
              </Button>
            ) : (
              <>
                <Alert kind="info">
                  <Trans>
                    There is still money in your wallets. Send it to another address first; nothing is needed for that
                    but your factors.
                  </Trans>
                </Alert>
                <Button kind="quiet" as={Link} to={paths.transfer}>
                  <Trans>Send it out</Trans>
                </Button>
              </>
            )}
          </>
        )}
      </div>
    </Card>
  );
}

function ExportForm(props: { onDone: () => void }) {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(accountQuery);
  const preparing = useMutation({
    mutationFn: (proof: GivenProof) => api.closing.prepareExport(proof),
    onSuccess: ({ path }) => {
      startDownload(path);
      showToast(t`The copy is on its way`);
      props.onDone();
    },
  });
  return (
    <ProofForm
      send={() => api.identity.sendFactorCode({ purpose: 'export-data' })}
      factors={boundFactors(account)}
      sending={preparing}
      submitLabel={<Trans>Get the copy</Trans>}
      onSubmit={(proof) => preparing.mutate(proof)}
    />
  );
}

function CloseForm(props: { onDone: () => void }) {
  const queries = useQueryClient();
  const { data: account } = useSuspenseQuery(accountQuery);
  const asking = useMutation({
    mutationFn: (proof: GivenProof) => api.closing.requestClosing(proof),
    onSuccess: async (saved) => {
      await keepAnswer(queries, closingQuery.queryKey, saved);
      props.onDone();
    },
  });
  return (
    <ProofForm
      send={() => api.identity.sendFactorCode({ purpose: 'close-account' })}
      factors={boundFactors(account)}
      sending={asking}
      submitLabel={<Trans>Close the account</Trans>}
      onSubmit={(proof) => asking.mutate(proof)}
    />
  );
}

export { OwnDataPage as Component };
