import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shownVersions } from '@tern/contracts/shown-versions';
import type { AgreementVersionView } from '@tern/contracts/routes/agreements';
import { Button } from '@tern/ui/button';
import { Checkbox } from '@tern/ui/checkbox';
import { Form } from '@tern/ui/form';
import { Alert } from '@tern/ui/notice';
import { Sheet } from '@tern/ui/sheet';
import type { Sending } from '@tern/ui/use-form';
import { useState } from 'react';
import { agreementsQuery } from './agreement-queries.ts';
import { api } from '../../../shared/api.ts';
import { addProblemTexts } from '../../../shared/problem-texts.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { useProblemForm } from '../../../shared/use-problem-form.ts';
import { AcceptSentence } from '../../../shared/documents+register/accept-sentence.tsx';
import { listChanges } from './agreement-changes.ts';
import { dayOfVersion } from './day-of-version.ts';
import { agreementProblemTexts } from './problem-texts-agreement.ts';
import './protocol-page.css';

addProblemTexts(agreementProblemTexts);

type AcceptSheetProps = {
  open: boolean;
  /** Versions that wait to be accepted. */
  due: readonly AgreementVersionView[];
  onClose: () => void;
  onAccepted: () => void;
};

/** What is different in the new versions, a tick that nobody set beforehand, and what works without it. */
export function AcceptSheet({ open, due: dueNow, onClose, onAccepted }: AcceptSheetProps) {
  const { t, i18n } = useLingui();
  const queries = useQueryClient();
  // What it says stays until it has left the screen.
  const [due, setDue] = useState(dueNow);
  if (open && due !== dueNow) setDue(dueNow);
  const accepting = useMutation({
    mutationFn: () => api.agreements.accept({ shown: shownVersions, language: i18n.locale }),
    onSuccess: (agreements) => {
      queries.setQueryData(agreementsQuery.queryKey, agreements);
      queries.setQueryData(
        accountQuery.queryKey,
        (account) => account && { ...account, agreementsDue: agreements.due },
      );
      leave(onAccepted);
    },
  });
  // The texts come with the app: one that is older than they are would have people accept what they cannot read.
  const isOutdated =
    (accepting.error !== null && readProblem(accepting.error).code === 'AGREEMENT_REQUIRED') ||
    due.some(({ document, version }) => shownVersions[document] < version);
  function leave(to: () => void) {
    accepting.reset();
    to();
  }
  const documents = due.map(({ document }) => document);
  return (
    <Sheet
      open={open}
      onClose={() => leave(onClose)}
      busy={accepting.isPending}
      title={
        documents.length > 1
          ? t`New user agreement and privacy policy`
          : documents.includes('privacy')
            ? t`New privacy policy`
            : t`New user agreement`
      }
    >
      {isOutdated ? (
        <>
          <Alert kind="info">
            <Trans>The new texts need a newer version of the app. Reload it to read them.</Trans>
          </Alert>
          <Button block onClick={() => location.reload()}>
            <Trans>Reload</Trans>
          </Button>
        </>
      ) : (
        <AcceptForm key={String(open)} open={open} due={due} sending={accepting} onSubmit={accepting.mutate} />
      )}
      <Button kind="text" block onClick={() => leave(onClose)}>
        <Trans>Not now</Trans>
      </Button>
      <p className="caption">
        <Trans>
          Without accepting, you can still send your money out, change your security settings, get a copy of your data
          and close your account.
        </Trans>
      </p>
    </Sheet>
  );
}

function AcceptForm(props: {
  open: boolean;
  due: readonly AgreementVersionView[];
  sending: Sending;
  onSubmit: () => void;
}) {
  const { t } = useLingui();
  const { due, sending } = props;
  const accepted = useQuery({ ...agreementsQuery, enabled: props.open }).data?.accepted ?? [];
  const form = useProblemForm({
    start: { ticked: false },
    findFaults: ({ ticked }) => ({ ticked: ticked ? undefined : t`Check the terms first` }),
    sending,
    submit: () => props.onSubmit(),
  });
  return (
    <Form form={form} className="stack gap-4" action={<Trans>Accept and continue</Trans>}>
      <div className="stack gap-3 protocol">
        <p>
          <Trans>Changes in this version:</Trans>
        </p>
        {due.map((one) => (
          <Changes key={one.document} due={one} accepted={accepted} />
        ))}
      </div>
      <Checkbox
        checked={form.draft.ticked}
        error={form.errorOf('ticked')}
        onChange={(ticked) => form.change({ ticked })}
      >
        <AcceptSentence documents={due.map(({ document }) => document)} />
      </Checkbox>
    </Form>
  );
}

function Changes({ due, accepted }: { due: AgreementVersionView; accepted: Parameters<typeof listChanges>[1] }) {
  const { t, i18n } = useLingui();
  const names = { agreement: t`User agreement`, privacy: t`Privacy policy` };
  const day = dayOfVersion(due.version);
  return (
    <section>
      <h3 className="label">{names[due.document]}</h3>
      <p className="caption">{t`Version of ${day}`}</p>
      <ul>
        {listChanges(due, accepted).map(({ id }) => (
          <li key={id}>{i18n._(id)}</li>
        ))}
      </ul>
    </section>
  );
}
