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
const answers: EarlyAnswers = new Map();
globalThis.earlyAnswers = answers;

ask('/api/installation');
// Who has logged out without a connection has a session that the server does not know to be over.
if (localStorage.getItem(early.signedInKey) !== null && localStorage.getItem(early.pendingLogoutKey) === null)
  askInside();

function askInside(): void {
  const leadsHome = early.toHome.includes(location.pathname);
  if (!leadsHome && early.open.includes(location.pathname)) return;
  ask('/api/preferences');
  const account = ask('/api/identity/account');
  // Another wallet than the default one is named in the address.
  if (leadsHome && location.search === '') account.then(askOverview).catch(() => undefined);
}

async function askOverview(account: Response): Promise<void> {
  if (!account.ok) return;
  const { defaultWalletId } = (await account.clone().json()) as { defaultWalletId: string };
  ask(`/api/wallets/${defaultWalletId}/overview`);
}

function ask(path: string): Promise<Response> {
  const answer = fetch(path, { signal: AbortSignal.timeout(answerWithinMs) });
  // Whoever takes it hears of the failure; perhaps nobody does.
  answer.catch(() => undefined);
  answers.set(location.origin + path, answer);
  return answer;
}
