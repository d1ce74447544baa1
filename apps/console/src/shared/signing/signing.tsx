import type { DecisionStatement } from '@tern/contracts/decision';
import type { QuestionView } from '@tern/contracts/routes/console-access';
import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import { ConfirmDecision, type Proof } from './confirm-decision.tsx';
import { readStatement } from './read-statement.ts';
import { useWaitingPlace, type WaitingPlace } from './waiting-place.tsx';

type Sign = (question: QuestionView) => Promise<Proof | undefined>;
type SignAt = (question: QuestionView, place: WaitingPlace | undefined) => Promise<Proof | undefined>;

const SigningContext = createContext<SignAt | undefined>(undefined);

type Asked = {
  readonly question: QuestionView;
  readonly statement: DecisionStatement;
  readonly place: WaitingPlace | undefined;
  readonly answer: (proof: Proof | undefined) => void;
};

/** Holds the one sheet in which every decision is read and signed. */
export function SigningProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const sign = useCallback<SignAt>(async (question, place) => {
    const statement = await readStatement(question);
    return new Promise((resolve) => {
      setAsked({
        question,
        statement,
        place,
        answer: (proof) => {
          setAsked(undefined);
          resolve(proof);
        },
      });
    });
  }, []);
  return (
    <SigningContext value={sign}>
      {children}
      {asked === undefined ? null : <ConfirmDecision key={asked.question.ceremonyId} {...asked} />}
    </SigningContext>
  );
}

/** Shows what is to be signed and has the operator's passkey sign it; undefined where they closed it. */
export function useSign(): Sign {
  const sign = use(SigningContext);
  const place = useWaitingPlace();
  if (sign === undefined) throw new Error('there is no sheet to sign in');
  return (question) => sign(question, place);
}
