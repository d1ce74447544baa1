import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConsole } from '../../testing/load-console.ts';

// Goal: an operator who is close to an account reads that another one has to decide about it, before a try that would be refused
// and raise an alarm. Method: the menu of a person as the console draws it.

let sources: Awaited<ReturnType<typeof loadConsole>>;
beforeAll(async () => {
  sources = await loadConsole();
});
afterAll(() => sources.close());

/** The names of the buttons that are disabled because the account is close. */
async function disabledOf(own: boolean, isFrozen: boolean): Promise<readonly (string | undefined)[]> {
  const stop = {
    ...{ kind: 'account-frozen', reason: 'security', amounts: null, forbidsApproval: true, by: 'ben' },
    ...{ since: '2026-11-21T11:48:02.000Z', until: '2026-11-24T11:48:02.000Z' },
  };
  const html = await sources.draw(['/src/features/people/person-actions.tsx', 'PersonActions'], {
    me: { role: 'reviewer' },
    props: { person: { id: '1', publicId: '30000001', own, stops: isFrozen ? [stop] : [], revealsLeft: 50 } },
  });
  const text = 'You have declared this account as close to you. Another operator has to decide.';
  return [...html.matchAll(/<button([^>]*)>([^<]*)<\/button><small id="[^"]*"[^>]*>([^<]*)/g)].flatMap(
    ([, attributes = '', label, why]) => (attributes.includes('disabled') && why === text ? [label] : []),
  );
}

test('holds and signing out are another operator’s for an account that is close, and one’s own otherwise', async () => {
  expect(await disabledOf(true, false)).toEqual(['Put on hold', 'Sign out everywhere']);
  expect(await disabledOf(true, true)).toEqual(['End the hold now', 'Sign out everywhere']);
  expect(await disabledOf(false, false)).toEqual([]);
});
