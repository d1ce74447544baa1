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
import { SkeletonRows } from '@tern/ui/skeleton-rows';
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
import { fetchCopy } from './fetch-copy.ts';
import { ProofForm, type GivenProof } from '../shared/proof-form.tsx';
import { Refusal } from '../../../shared/refusal.tsx';
import { saveBlob } from '../../../shared/start-download.ts';

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
              Your account, profile, wallets, records, messages and account history in one JSON file. Anyone who has the
              file can read all of it, so keep it as safe as your account.
            </Trans>
          </p>
          <Button kind="quiet" onClick={() => setSheet('export')}>
            <DownloadIcon size="s" />
            <Trans>Get copy of your data</Trans>
          </Button>
        </div>
      </Card>
      <Loaded
        query={closing}
        loading={<SkeletonRows count={2} />}
        failed={<Trans>Couldn’t load the state of your account.</Trans>}
      >
        {(view) => <Closing view={view} onAsk={() => setSheet('close')} />}
      </Loaded>
      <Sheet open={sheet === 'export'} onClose={close} title={t`Confirm it’s you`}>
        <ExportForm onDone={close} />
      </Sheet>
      <Sheet open={sheet === 'close'} onClose={close} title={t`Close account?`}>
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
          <Trans>Close account</Trans>
        </h2>
        <Refusal error={keeping.error} />
        {closing !== null ? (
          <>
            <Alert kind="warning">
              {due === undefined ? (
                <Trans>Account closing requested</Trans>
              ) : (
                <Trans>
                  Your account closes on {due}. Until then everything works as usual. If money arrives, the account
                  stays open.
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
                one="Your account closes after # day. Until then you can change your mind. Then we delete your profile, settings and login, and keep only the payment records that the law requires."
                other="Your account closes after # days. Until then you can change your mind. Then we delete your profile, settings and login, and keep only the payment records that the law requires."
              />
            </p>
            {empty ? (
              <Button kind="danger" onClick={props.onAsk}>
                <Trans>Close account</Trans>
              </Button>
            ) : (
              <>
                <Alert kind="info">
                  <Trans>
                    There is still money in your wallets. Send it to another address first. For that you only need your
                    trade password and authenticator.
                  </Trans>
                </Alert>
                <Button kind="quiet" as={Link} to={paths.transfer}>
                  <Trans>Send your money</Trans>
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
    mutationFn: async (proof: GivenProof) => fetchCopy((await api.closing.prepareExport(proof)).token),
    onSuccess: (copy) => {
      saveBlob(copy, 'my-data.json');
      showToast(t`The copy is on its way`);
      props.onDone();
    },
  });
  return (
    <ProofForm
      purpose="export-data"
      send={() => api.identity.sendFactorCode({ purpose: 'export-data' })}
      factors={boundFactors(account)}
      sending={preparing}
      submitLabel={<Trans>Get copy of your data</Trans>}
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
      purpose="close-account"
      send={() => api.identity.sendFactorCode({ purpose: 'close-account' })}
      factors={boundFactors(account)}
      sending={asking}
      submitLabel={<Trans>Close account</Trans>}
      onSubmit={(proof) => asking.mutate(proof)}
    />
  );
}

export { OwnDataPage as Component };
