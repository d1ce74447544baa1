import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AgreementDocument } from '@tern/contracts/agreement-versions';
import { namedLocales } from '@tern/locales/all-locales';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Alert } from '@tern/ui/notice';
import { useState } from 'react';
import { agreementsQuery } from './agreement-queries.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { hasSignedInBefore } from '../../../shared/session-owner.ts';
import { AcceptSheet } from './accept-sheet.tsx';
import { dayOfVersion } from './day-of-version.ts';

/** Which versions of a document the person who is signed in accepted, in which language and when, and whether one waits. */
export function OwnAcceptances({ document }: { document: AgreementDocument }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery({ ...agreementsQuery, enabled: hasSignedInBefore() });
  if (data === undefined) return null;
  const accepted = data.accepted.filter((one) => one.document === document);
  const isDue = data.due.some((one) => one.document === document);
  return (
    <>
      {isDue ? (
        <>
          <Alert kind="info">
            <Trans>You have not accepted this version yet.</Trans>
          </Alert>
          <Button kind="quiet" block onClick={() => setAsking(true)}>
            <Trans>See what changed</Trans>
          </Button>
        </>
      ) : null}
      {accepted.length === 0 ? null : (
        <Card>
          <h2 className="label">
            <Trans>Versions you accepted</Trans>
          </h2>
          <ul className="stack gap-2 ink-2">
            {accepted.map(({ version, language, acceptedAt }) => {
              const day = dayOfVersion(version);
              const at = formatDateTime(acceptedAt);
              const name = namedLocales.find(({ id }) => id === language)?.ownName ?? language;
              return (
                <li key={version}>
                  {name === null
                    ? t`Version of ${day}, accepted on ${at}`
                    : t`Version of ${day} in ${name}, accepted on ${at}`}
                </li>
              );
            })}
          </ul>
        </Card>
      )}
      <AcceptSheet
        open={isAsking && data.due.length > 0}
        due={data.due}
        onClose={() => setAsking(false)}
        onAccepted={() => setAsking(false)}
      />
    </>
  );
}
