import { isLogoutPending } from './pending-logout-key.ts';
import { readSessionOwner } from './session-owner.ts';

/** Answers that were asked for before the app ran (early/ask-early.ts). */
export type EarlyAnswers = {
  /** Who was signed in on this device then. */
  readonly owner: string | null;
  /** By the address that was asked. */
  readonly byUrl: Map<string, Promise<Response>>;
};

declare global {
  // A script of its own writes it, which shares no module with the app.
  var earlyAnswers: EarlyAnswers | undefined;
}

/** Later than this after the page began to load, an answer may be older than what the app knows otherwise. */
const usableMs = 15_000;

/**
 * The answer that is there or on its way for a GET of this address; each is given once, and none after somebody has logged in or
 * out on this device, in whichever tab.
 */
export function takeEarlyAnswer(url: string): Promise<Response> | undefined {
  const early = globalThis.earlyAnswers;
  const answer = early?.byUrl.get(url);
  if (answer === undefined) return undefined;
  early?.byUrl.delete(url);
  const isSame = early?.owner === readSessionOwner() && !isLogoutPending();
  return isSame && performance.now() < usableMs ? answer : undefined;
}

/** Forgets what the page has not taken yet: it may become old from here on. */
export function forgetEarlyAnswers(): void {
  globalThis.earlyAnswers?.byUrl.clear();
}
