import type { EarlyAnswers } from '../src/shared/early-answers.ts';

// Runs before the app: what every page waits for is asked while the app's own files are still on their way. The app takes the
// answers (src/shared/early-answers.ts), and asks for itself what it does not find here. Nothing depends on this file.

/** Written in front of this file by the build (build/early-plugin.ts). */
declare const early: {
  readonly signedInKey: string;
  readonly pendingLogoutKey: string;
  /** Paths from which somebody with a session comes to the home page. */
  readonly toHome: readonly string[];
  /** Of the pages that open to everybody. */
  readonly open: readonly string[];
};

const answerWithinMs = 20_000;
const answers: EarlyAnswers = { owner: localStorage.getItem(early.signedInKey), byUrl: new Map() };
globalThis.earlyAnswers = answers;

ask('/api/installation');
// Who has logged out without a connection has a session that the server does not know to be over.
if (answers.owner !== null && localStorage.getItem(early.pendingLogoutKey) === null) askInside();

function askInside(): void {
  const leadsHome = early.toHome.includes(location.pathname);
  if (!leadsHome && early.open.includes(location.pathname)) return;
  ask('/api/preferences');
  // Another wallet than the default one is named in the address.
  ask('/api/identity/account', leadsHome && location.search === '' ? askOverview : undefined);
}

async function askOverview(account: Response): Promise<void> {
  if (!account.ok) return;
  const { defaultWalletId } = (await account.clone().json()) as { defaultWalletId: string };
  ask(`/api/wallets/${defaultWalletId}/overview`);
}

/** `next`: what follows from the answer is asked before the app gets it, or both would ask. */
function ask(path: string, next?: (answer: Response) => Promise<void>): void {
  const answer = askFor(path, next);
  // Whoever takes it hears of the failure; perhaps nobody does.
  answer.catch(() => undefined);
  answers.byUrl.set(location.origin + path, answer);
}

async function askFor(path: string, next?: (answer: Response) => Promise<void>): Promise<Response> {
  const answer = await fetch(path, { signal: AbortSignal.timeout(answerWithinMs) });
  await next?.(answer).catch(() => undefined);
  return answer;
}
