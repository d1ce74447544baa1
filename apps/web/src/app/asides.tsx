import { AgreementGate } from './agreement-gate.tsx';
import { UpdateNote } from './update-note.tsx';

/** What may come up beside any page: a newer version of the app, and a newer agreement. Fetched after the page itself. */
export function Asides() {
  return (
    <>
      <UpdateNote />
      <AgreementGate />
    </>
  );
}
