import { useQuery } from '@tanstack/react-query';
import type { AgreementVersionView } from '@tern/contracts/routes/agreements';
import { useEffect, useState } from 'react';
import { answerAgreementRequests } from '../../shared/agreement-request.ts';
import { loadTexts } from '../../shared/i18n.ts';
import { onDemand } from '../../shared/on-demand.tsx';
import { accountQuery } from '../../shared/queries.ts';

const AcceptSheet = onDemand(async () => {
  const [{ AcceptSheet }] = await Promise.all([
    import('../../features/protocol/accept-sheet.tsx'),
    loadTexts('documents'),
  ]);
  return AcceptSheet;
});

type Asked = { readonly due: readonly AgreementVersionView[]; readonly answer: (accepted: boolean) => void };

/**
 * Asks for a newer agreement: once when the app is opened, and whenever something waits for it. What was asked for goes on after
 * accepting. The sheet never opens by itself while somebody is in the middle of something.
 */
export function AgreementGate() {
  const { data: account } = useQuery(accountQuery);
  const [asked, setAsked] = useState<Asked>();
  const [offered, setOffered] = useState(() => (account?.agreementsDue ?? []).length > 0);
  useEffect(
    () =>
      answerAgreementRequests(
        ({ due }) =>
          new Promise((resolve) => {
            // Two requests at once are answered by one press.
            setAsked((before) => ({
              due,
              answer: (accepted) => {
                before?.answer(accepted);
                resolve(accepted);
              },
            }));
          }),
      ),
    [],
  );
  const due = asked?.due ?? account?.agreementsDue ?? [];
  function close(accepted: boolean) {
    asked?.answer(accepted);
    setAsked(undefined);
    setOffered(false);
  }
  return (
    <AcceptSheet
      open={asked !== undefined || (offered && due.length > 0)}
      due={due}
      onClose={() => close(false)}
      onAccepted={() => close(true)}
    />
  );
}
