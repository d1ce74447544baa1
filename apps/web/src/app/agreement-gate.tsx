import { useQuery } from '@tanstack/react-query';
import type { AgreementVersionView } from '@tern/contracts/routes/agreements';
import { useEffect, useState } from 'react';
import { answerAgreementRequests } from '../shared/agreement-request.ts';
import { loadTexts } from '../shared/i18n.ts';
import { onDemand } from '../shared/on-demand.tsx';
import { accountQuery } from '../shared/queries.ts';

const AcceptSheet = onDemand(async () => {
  const [sheet] = await Promise.all([
    import('../features/documents/protocol/accept-sheet.tsx'),
    loadTexts('documents'),
  ]);
  return sheet.AcceptSheet;
});

type Asked = { readonly due: readonly AgreementVersionView[]; readonly answer: (accepted: boolean) => void };

/**
 * Asks for a newer agreement: once when the app is opened, and whenever something waits for it; what was asked for goes on after
 * accepting. The sheet never opens by itself while somebody is in the middle of something.
 */
export function AgreementGate() {
  // Looks at what the pages read, and reads nothing itself: a visitor has no account.
  const { data: account } = useQuery({ ...accountQuery, enabled: false });
  const [person, setPerson] = useState<string>();
  const [isOffered, setOffered] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  if (account?.personId !== person) {
    setPerson(account?.personId);
    // What this device saw last may be of a version that knew nothing of it.
    setOffered((account?.agreementsDue ?? []).length > 0);
  }
  useEffect(() => answerAgreementRequests((due) => new Promise((resolve) => setAsked(joined(due, resolve)))), []);
  const due = asked?.due ?? account?.agreementsDue ?? [];
  function close(accepted: boolean) {
    asked?.answer(accepted);
    setAsked(undefined);
    setOffered(false);
  }
  return (
    <AcceptSheet
      open={asked !== undefined || (isOffered && due.length > 0)}
      due={due}
      onClose={() => close(false)}
      onAccepted={() => close(true)}
    />
  );
}

/** Two requests at once are answered by one press. */
function joined(due: Asked['due'], resolve: Asked['answer']) {
  return (before: Asked | undefined): Asked => ({
    due,
    answer: (accepted) => {
      before?.answer(accepted);
      resolve(accepted);
    },
  });
}
