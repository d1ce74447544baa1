import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shownVersions } from '@tern/contracts/shown-versions';
import type { AgreementVersionView } from '@tern/contracts/routes/agreements';
import { Button } from '@tern/ui/button';
import { Checkbox } from '@tern/ui/checkbox';
import { Alert } from '@tern/ui/notice';
import { Sheet } from '@tern/ui/sheet';
import { useState } from 'react';
import { agreementsQuery } from './agreement-queries.ts';
import { api } from '../../../shared/api.ts';
import { addProblemTexts, problemText } from '../../../shared/problem-texts.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
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
  const [ticked, setTicked] = useState(false);
  const [wasPressed, setWasPressed] = useState(false);
  const accepted = useQuery({ ...agreementsQuery, enabled: open }).data?.accepted ?? [];
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
  const problem = accepting.error ? readProblem(accepting.error) : undefined;
  // The texts come with the app: one that is older than they are would have people accept what they cannot read.
  const isOutdated =
    problem?.code === 'AGREEMENT_REQUIRED' || due.some(({ document, version }) => shownVersions[document] < version);
  function leave(to: () => void) {
    setTicked(false);
    setWasPressed(false);
    accepting.reset();
    to();
  }
  function accept() {
    setWasPressed(true);
    if (ticked) accepting.mutate();
  }
  const documents = due.map(({ document }) => document);
  const names = { agreement: t`User agreement`, privacy: t`Privacy policy` };
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
            <Trans>The new texts come with a newer version of the app. Reload it to read them.</Trans>
          </Alert>
          <Button block onClick={() => location.reload()}>
            <Trans>Reload</Trans>
          </Button>
        </>
      ) : (
        <>
          <div className="protocol">
            <p>
              <Trans>This is what is different in the new version:</Trans>
            </p>
            {due.map((one) => (
              <section key={one.document}>
                <h3 className="label">{names[one.document]}</h3>
                <p className="caption">{versionText(one.version)}</p>
                <ul>
                  {listChanges(one, accepted).map(({ id }) => (
                    <li key={id}>{i18n._(id)}</li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
          <Checkbox
            checked={ticked}
            error={wasPressed && !ticked ? t`Check the terms first` : undefined}
            onChange={setTicked}
          >
            <AcceptSentence documents={documents} />
          </Checkbox>
          {problem ? (
            <Alert kind="danger" announce>
              {problemText(problem)}
            </Alert>
          ) : null}
          <Button block busy={accepting.isPending} onClick={accept}>
            <Trans>Accept and continue</Trans>
          </Button>
        </>
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

  function versionText(version: string): string {
    const day = dayOfVersion(version);
    return t`Version of ${day}`;
  }
}
