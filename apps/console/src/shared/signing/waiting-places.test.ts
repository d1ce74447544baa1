import { termNames } from '@tern/contracts/terms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConsole } from '../../testing/load-console.ts';

// Goal: whoever signs about a proposal reads which one it is of those that they can decide now: their own, those about themselves
// and those that were overtaken do not count. Method: the lists of proposals as the console draws them; in place of the buttons
// stands the place that the sheet would show.

let sources: Awaited<ReturnType<typeof loadConsole>>;
beforeAll(async () => {
  sources = await loadConsole({
    '/src/shared/second-decision.tsx': `
      import { useWaitingPlace } from '/src/shared/signing/waiting-place.tsx';
      export function SecondDecision() {
        const place = useWaitingPlace();
        return place === undefined ? '[no place]' : '[' + place.at + ' of ' + place.of + ']';
      }`,
  });
});
afterAll(() => sources.close());

const at = '2026-11-21T11:48:02.000Z';
const me = {
  ...{ name: 'ada', role: 'administrator' as const },
  assets: ['usdt', 'trx', 'reward'].map((id) => ({ id, symbol: id.toUpperCase(), decimals: 6 })) as never,
};
const placesIn = (html: string): readonly (string | undefined)[] =>
  [...html.matchAll(/\[([^\]]*(?:of|no)[^\]]*)\]/g)].map(([, place]) => place);

test('operators: proposals by others about others are counted', async () => {
  const change = (id: string, name: string, proposedBy: string) => ({
    ...{ id, kind: 'disable', name, proposedBy, state: 'proposed', note: 'Left', proposedAt: at, approvableUntil: at },
    ...{ role: null, keyId: null, decidedBy: null, decidedAt: null },
  });
  const changes = [
    change('1', 'carl', 'ben'),
    change('2', 'dora', 'ada'),
    change('3', 'ada', 'ben'),
    change('4', 'emil', 'ben'),
  ];
  const html = await sources.draw(['/src/features/operators/waiting-changes.tsx', 'WaitingChanges'], {
    me,
    props: { changes, onHalf: () => undefined },
  });
  expect(placesIn(html)).toEqual(['1 of 2', 'no place', 'no place', '2 of 2']);
});

const proposed = (id: string, proposedBy: string, content: object) => ({
  ...{ id, proposedBy, content, state: 'proposed', note: 'Because', proposedAt: at },
  ...{ decidedBy: null, decidedAt: null },
});

test('fees and limits: proposals by others on the version in force are counted', async () => {
  const values = Object.fromEntries(termNames.map((name) => [name, '1']));
  const version = { version: 7, decidedAt: at, effectiveAt: at, worse: [], values };
  const terms = (after: number) => ({ kind: 'terms', after, values: { [termNames[0]]: '2' }, from: null });
  const changes = [
    proposed('1', 'ben', terms(7)),
    proposed('2', 'ben', terms(6)),
    proposed('3', 'ada', terms(7)),
    proposed('4', 'carl', terms(7)),
  ];
  const html = await sources.draw(['/src/features/terms/term-proposals.tsx', 'TermProposals'], {
    me,
    answers: [[['changes'], { changes }]],
    props: { found: { versions: [version], server: at } },
  });
  expect(placesIn(html)).toEqual(['1 of 2', 'no place', 'no place', '2 of 2']);
});

test('every other change: proposals by others are counted, and what is decided is not', async () => {
  const asset = { kind: 'asset', assetId: 'trx', open: false };
  const changes = [
    proposed('1', 'ben', asset),
    proposed('2', 'ada', asset),
    proposed('3', 'carl', asset),
    { ...proposed('4', 'carl', asset), state: 'done', decidedBy: 'ben', decidedAt: at },
  ];
  const drawn = (found: typeof changes) =>
    sources.draw(['/src/shared/proposals.tsx', 'Proposals'], {
      me,
      answers: [[['changes'], { changes: found }]],
      props: { changes: found },
    });
  expect(placesIn(await drawn(changes))).toEqual(['1 of 2', 'no place', '2 of 2']);
  // A single one is not counted.
  expect(placesIn(await drawn(changes.slice(0, 2)))).toEqual(['no place', 'no place']);
});
