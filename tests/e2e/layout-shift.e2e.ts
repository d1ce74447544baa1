import { expect } from '@playwright/test';
import { readPeople } from './scenes/people.ts';
import { answerOneByOne, readShifts, watchShifts, type Order } from './support/layout-shift.ts';
import { settled } from './support/looks.ts';
import { routes } from './support/routes.ts';
import { test } from './support/test.ts';
import { roundOf, thoseInTurn } from './support/turn.ts';

// Goal: no page moves under the finger while it loads: the cumulative layout shift of every route is at most 0.02 in every
// look. Method: Chromium's own layout-shift entries, without those that follow a press. Nothing is in a cache, and what the page
// waits for comes one by one, in the order it was asked for and in the opposite one, so that every step between is drawn. The
// looks take turns over the pages in pairs, one in each order. In `npm test` so do the pages: three commits see all of
// them. `npm run e2e -- --orders all` opens every page in all of the looks.

const most = 0.02;

type Look = { readonly id: string; readonly width: number; readonly order: Order };

const pairs: readonly (readonly Look[])[] = [
  [
    { id: 'en', width: 390, order: 'as asked' },
    { id: 'de', width: 320, order: 'last first' },
  ],
  [
    { id: 'en', width: 390, order: 'last first' },
    { id: 'ar', width: 390, order: 'as asked' },
  ],
  [
    { id: 'en', width: 1280, order: 'as asked' },
    { id: 'de', width: 768, order: 'last first' },
  ],
];
const allOrders = process.env['E2E_ORDERS'] === 'all';

/** A page and how its address is made, which can name what only the people of this run have. */
type Visit = { readonly name: string; readonly as: 'visitor' | 'newcomer' | 'owner'; readonly path: () => string };

const plain =
  (as: Visit['as']) =>
  ({ path }: { readonly path: string }): Visit => ({
    name: path.replace(/=[\da-f-]{36}$/, '=…'),
    as,
    path: () => path,
  });

const ofRecord = (page: string, record: 'received' | 'outside' = 'received'): Visit => ({
  name: `${page}, one of theirs`,
  as: 'owner',
  path: () => `/pages/record/${page}?id=${readPeople().records[record]}`,
});

const visits: readonly Visit[] = [
  ...routes.filter(({ access }) => access === 'open').map(plain('visitor')),
  ...routes.filter(({ access }) => access === 'inside').map(plain('newcomer')),
  ...routes
    .filter(({ path }) => !path.includes('/login/') && path !== '/' && !path.includes('id='))
    .map(plain('owner')),
  ...['detail', 'detail-info', 'receipt'].map((page) => ofRecord(page)),
  ofRecord('sent', 'outside'),
  {
    name: 'swap-record, one of theirs',
    as: 'owner',
    path: () => `/pages/reward/swap-record?id=${readPeople().swapId}`,
  },
];

const placed = visits.map((visit, place) => ({ ...visit, place }));

for (const { name, as, path, place } of thoseInTurn(placed)) {
  test(`${name} stands still while it loads for a ${as}`, async ({ openPage }) => {
    const page = await openPage(as === 'visitor' ? undefined : readPeople()[as].cookies);
    await watchShifts(page);
    const looks = allOrders ? pairs.flat() : (pairs[roundOf(place) % pairs.length] ?? []);
    for (const { id, width, order } of looks) {
      await page.addInitScript((language) => localStorage.setItem('language', language), id);
      await page.setViewportSize({ width, height: 844 });
      await answerOneByOne(page, order);
      await page.goto(path());
      await settled(page);
      const shifts = await readShifts(page);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      const look = `${id}, ${width} px, ${order}`;
      expect.soft(total, `${look}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(most);
    }
  });
}
