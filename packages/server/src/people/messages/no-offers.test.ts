import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Goal: no mail, text message, notification or message of the app invites anybody to what they may not get. Method: all their
// texts, from the sources they are made of; what speaks of incentives at all is listed here with what it may say. What
// operators write in announcements is theirs, and two of them sign it.

/** Words an offer needs. */
const offers = /bonus|reward|earn|promotion|campaign|invit|gift|free|win\b|top up|deposit|claim|activity|get \{/i;

/** Tells what was given, approved or refused: each is written for one person by what decided about them. */
const toldOfOwn: ReadonlySet<string> = new Set([
  // Written with the money.
  'Reward {amount}',
  // Written where the reward can be claimed alone.
  'Claim {amount} in the app. There is no deadline.',
  'You can claim {amount}. There is no deadline.',
  'The activity shows the reviewer’s reason and whether you can submit it again.',
  // Refusals.
  'No activation bonus',
  'Your deposit stays yours, and you can send it out at any time.',
  'The review did not approve the bonus.',
  'Bonuses are not allowed in the country you declared.',
  'The promotion ended before the bonus could be paid.',
]);

const read = (path: string): string => readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
const english = JSON.parse(read('packages/locales/messages/en.json')) as Record<string, string>;

/** Where the texts of the app's messages stand; what a build makes of them cannot be loaded here. */
const appTexts = [
  'features/my/shared/describe-message.ts',
  'features/my/shared/security-event-texts.ts',
  'shared/my+offers/bonus-refusal-texts.ts',
  'shared/my+records/record-reason-texts.ts',
].flatMap((path) => {
  return [...read(`apps/web/src/${path}`).matchAll(/msg`([^`]*)`/g)].map(([, text]) => text ?? '');
});

const all = [...Object.values(english), ...appTexts];

test('H20 no mail, notification or message offers anything: those that speak of incentives tell of one’s own', () => {
  expect(appTexts.length).toBeGreaterThan(60);
  expect(all.filter((text) => offers.test(text) && !toldOfOwn.has(text))).toEqual([]);
  expect([...toldOfOwn].filter((text) => !all.includes(text))).toEqual([]);
});

test('H21 none of them hurries anybody to pay in', () => {
  const urging = /hurry|last chance|only today|don.t miss|now or never|limited time|top up|pay in|deposit (now|more)/i;
  expect(all.filter((text) => urging.test(text))).toEqual([]);
});
