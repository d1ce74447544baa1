/** Answers that were asked for before the app ran (early/ask-early.ts), by the address that was asked. */
export type EarlyAnswers = Map<string, Promise<Response>>;

declare global {
  // A script of its own writes it, which shares no module with the app.
  var earlyAnswers: EarlyAnswers | undefined;
}

/** Later than this after the page began to load, an answer may be older than what the app knows otherwise. */
const usableMs = 15_000;

/** The answer that is there or on its way for a GET of this address; each is given once. */
export function takeEarlyAnswer(url: string): Promise<Response> | undefined {
  const answer = globalThis.earlyAnswers?.get(url);
  globalThis.earlyAnswers?.delete(url);
  return performance.now() < usableMs ? answer : undefined;
}

/** Whose they are has changed: none is taken any more. */
export function dropEarlyAnswers(): void {
  globalThis.earlyAnswers?.clear();
}
