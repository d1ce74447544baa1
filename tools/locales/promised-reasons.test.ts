import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readTexts } from './catalogues.ts';

// Goal: no text sends people to look for a reason that is kept from them (decision 0177). Method: every English text that
// speaks of a reason is in this list: of what always comes with one, or what says that it may be kept.

const root = fileURLToPath(new URL('../..', import.meta.url));
/**
 * Of reviewers of entries, who have to name one, of answers to complaints, of holds, which have one whether it may be told or
 * not, and of the user agreement with its changes.
 */
const kept = [
  'A person reviews it within the time that the activity promises. If they reject it, they have to give a reason.',
  'The activity shows the reviewer’s reason and whether you can submit it again.',
  'Open the app to see the reviewer’s reason and to submit it again.',
  'Our answer and its reasons are below your complaint.',
  'Every hold has a reason and an end',
  '{answerDays, plural, one {You get our answer, with its reasons, within # day.} other {You get our answer, with its reasons, within # days.}}',
  'Large transfers are reviewed by a person first. What is refused comes back with its fee, at once. We tell you the reason where the law lets us.',
  'Large transfers are reviewed by a person first. What is refused comes back with its fee, at once. We cannot always say why, and that alone does not mean that you did anything wrong.',
  '“Sending and fees”: we tell you the reason for a refused transfer where the law lets us. The earlier version promised a reason in every case.',
  '“Locks and holds”: we can put an account on hold for up to 30 days at a time. The app tells you when the hold ends. The earlier version promised a reason for each hold.',
  'You can send what is yours to another address and stop using the account at any time, without giving a reason.',
];

test('H08 no text promises a reason that may not be told', async () => {
  const promising = (await readTexts(root, 'en'))
    .filter(({ english }) => /\breasons?\b|\b(say|tell)s? why\b/i.test(english))
    .map(({ english }) => english);
  expect(promising).toContain(kept[1]);
  expect(promising.filter((english) => !kept.includes(english))).toEqual([]);
});
