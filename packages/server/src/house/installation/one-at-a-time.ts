/** Reads once for all who ask while it reads: however many that are, what is asked for them is asked once at a time. */
export function oneAtATime<Read>(read: () => Promise<Read>): () => Promise<Read> {
  let reading: Promise<Read> | undefined;
  return () => (reading ??= read().finally(() => (reading = undefined)));
}
