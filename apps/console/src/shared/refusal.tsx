import { problemText } from './problem-texts.ts';

/** Why the last try failed, said at once beside what was tried; nothing while none did. */
export function Refusal({ error }: { error: unknown }) {
  if (error === null) return null;
  return (
    <small role="alert" className="danger">
      {problemText(error)}
    </small>
  );
}
