import { isLedgerError } from '@tern/ledger/error';

/**
 * A closed loop: `inFlight` callers, each asking again as soon as it has its own answer, for `seconds`. Returns answers
 * per second, refusals of overdrafts included; throws any other failure. Ends earlier where there is nothing left to ask.
 */
export async function drive(
  { inFlight, seconds }: { readonly inFlight: number; readonly seconds: number },
  ask: () => Promise<unknown> | undefined,
): Promise<number> {
  const start = performance.now();
  const until = start + seconds * 1000;
  let answers = 0;
  const call = async (): Promise<void> => {
    while (performance.now() < until) {
      const asked = ask();
      if (asked === undefined) return;
      try {
        await asked;
      } catch (error) {
        if (!isLedgerError(error, 'exceeds-available')) throw error;
      }
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, call));
  return (answers / (performance.now() - start)) * 1000;
}
