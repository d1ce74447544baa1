/** An answer that people get and no page can explain: nobody answered, or it was not the wallet that did. */
const isUnclear = (name: string): boolean =>
  name.endsWith('no connection') || name.endsWith('no answer in time') || /(?:^| )50[0-4]$/.test(name);

/** The wallet's own word for a fault that it did not expect. */
const isFault = (name: string): boolean => /(?:^| )500\b/.test(name);

/**
 * What people were answered that does not tell them what to do, as sentences. A process that is killed takes the requests with it
 * that it had: they end without an answer, and nothing else may.
 */
export function findUnclearAnswers(
  answers: Readonly<Record<string, number>>,
  { cutsConnections }: { readonly cutsConnections: boolean },
): readonly string[] {
  return Object.entries(answers)
    .filter(([name]) => isFault(name) || (!cutsConnections && isUnclear(name)))
    .map(([name, count]) => `people were answered ${name}, ${count} times`);
}
