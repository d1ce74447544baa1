import type { EarlyAnswers } from '../src/shared/early-answers.ts';
import type { EarlyFacts } from './early-facts.ts';

// Runs before the app: what every page waits for is asked while the app's own files are still on their way. The app takes the
// answers (src/shared/early-answers.ts), and asks for itself what it does not find here. Nothing depends on this file.

/** Written in front of this file by the build (build/early-plugin.ts). */
declare const early: EarlyFacts;

const wallet = '{wallet}';
const answerWithinMs = 20_000;
const answers: EarlyAnswers = { owner: localStorage.getItem(early.signedInKey), byUrl: new Map() };
globalThis.earlyAnswers = answers;

ask('/api/installation');
// Who has logged out without a connection has a session that the server does not know to be over.
if (answers.owner !== null && localStorage.getItem(early.pendingLogoutKey) === null) askInside();

function askInside(): void {
  const { pathname, search } = location;
  const leadsHome = early.toHome.includes(pathname);
  if (!leadsHome && early.open.includes(pathname)) return;
  // What else the address names, another wallet or a filter, the page reads for itself.
  const first = search === '' ? (early.firstOf[leadsHome ? early.home : pathname] ?? []) : [];
  const ofWallet = first.filter((path) => path.includes(wallet));
  ask('/api/preferences');
  ask('/api/identity/account', ofWallet.length > 0 ? (account) => askOfWallet(account, ofWallet) : undefined);
  for (const path of first) if (!ofWallet.includes(path)) ask(path);
}

async function askOfWallet(account: Response, first: readonly string[]): Promise<void> {
  if (!account.ok) return;
  const { defaultWalletId } = (await account.clone().json()) as { defaultWalletId: string };
  for (const path of first) ask(path.replace(wallet, defaultWalletId));
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
