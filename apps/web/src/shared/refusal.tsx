import { Alert } from '@tern/ui/notice';
import { problemText } from './problem-texts.ts';
import { readProblem } from './read-problem.ts';

/** Why the last try failed, said at once, with the way to ask about it; nothing while none did. */
export function Refusal({ error }: { error: unknown }) {
  if (error === null) return null;
  return (
    <Alert kind="danger" announce>
      {problemText(readProblem(error))}
    </Alert>
  );
}
