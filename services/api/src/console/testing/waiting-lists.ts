import type { ActivityRowView } from '@tern/contracts/routes/console-activities';
import type { AnnouncementView } from '@tern/contracts/routes/console-announcements';
import type { ChangeContent, ChangesView } from '@tern/contracts/routes/console-changes';
import type { ConsoleComplaintView } from '@tern/contracts/routes/console-complaints';
import type { WaitingKind } from '@tern/contracts/routes/console-home';
import type { OperatorsView } from '@tern/contracts/routes/console-operators';
import type { ResolutionsView } from '@tern/contracts/routes/console-resolutions';
import type { ReviewRowView } from '@tern/contracts/routes/console-reviews';
import type { ScreeningCaseView } from '@tern/contracts/routes/console-screening';
import type { FirstStepsView, HouseView, QuarantineView, StuckView } from '@tern/contracts/routes/console-work';
import type { ConsoleRouteName } from '../console-access.ts';
import type { OperatorBrowser } from './test-console.ts';

/** Every page of a list, the first one first. */
type ReadPages = <Page>(path: string) => Promise<readonly Page[]>;

type WaitingList = {
  /** By which routes what waits is listed. */
  readonly routes: readonly ConsoleRouteName[];
  /** How much of the lists waits, as the first page of the console means it. */
  readonly count: (read: ReadPages) => Promise<number>;
};

const flat = <Page, Row>(pages: readonly Page[], rowsOf: (page: Page) => readonly Row[]): readonly Row[] =>
  pages.flatMap(rowsOf);

async function openChanges(read: ReadPages, kinds: readonly ChangeContent['kind'][]) {
  const changes = flat(await read<ChangesView>('/changes'), (page) => page.changes);
  return changes.filter(({ state, content }) => state === 'proposed' && kinds.includes(content.kind));
}

/** Proposals of these kinds. */
function proposals(...kinds: readonly ChangeContent['kind'][]): WaitingList {
  return { routes: ['changes.showChanges'], count: async (read) => (await openChanges(read, kinds)).length };
}

/** Where each kind of what waits is listed, by the route that lists it. */
export const waitingLists: Readonly<Record<WaitingKind, WaitingList>> = {
  withdrawals: {
    routes: ['reviews.listReviews'],
    count: async (read) => flat(await read<{ reviews: ReviewRowView[] }>('/reviews'), (page) => page.reviews).length,
  },
  'held-deposits': {
    routes: ['screening.listOpenCases'],
    count: async (read) =>
      flat(await read<{ cases: ScreeningCaseView[] }>('/screening/open'), (page) => page.cases).filter(
        ({ kind }) => kind === 'deposit',
      ).length,
  },
  entries: {
    routes: ['entries.listEntries'],
    count: async (read) => flat(await read<{ entries: unknown[] }>('/entries'), (page) => page.entries).length,
  },
  complaints: {
    routes: ['complaints.listComplaints'],
    count: async (read) =>
      flat(await read<{ complaints: ConsoleComplaintView[] }>('/complaints'), (page) => page.complaints).filter(
        ({ answer }) => answer === null,
      ).length,
  },
  bonuses: {
    routes: ['resolutions.listResolutions'],
    count: async (read) => flat(await read<ResolutionsView>('/resolutions'), (page) => page.bonuses).length,
  },
  resets: {
    routes: ['resolutions.listResolutions'],
    count: async (read) => flat(await read<ResolutionsView>('/resolutions'), (page) => page.resets).length,
  },
  'stuck-payouts': {
    routes: ['work.listStuck'],
    // A review that is late is among the withdrawals to review.
    count: async (read) =>
      flat(await read<StuckView>('/stuck'), (page) => page.payouts).filter(({ state }) => state !== 'under-review')
        .length,
  },
  'stuck-orders': {
    routes: ['work.listStuck'],
    count: async (read) => {
      const pages = await read<StuckView>('/stuck');
      return flat(pages, (page) => page.orders).length + (pages[0]?.pauses.length ?? 0);
    },
  },
  suspense: {
    routes: ['work.listQuarantine'],
    count: async (read) =>
      flat(await read<QuarantineView>('/quarantine'), (page) => page.suspense).filter(({ returning }) => !returning)
        .length,
  },
  quarantine: {
    routes: ['work.listQuarantine'],
    count: async (read) => {
      const pages = await read<QuarantineView>('/quarantine');
      return flat(pages, (page) => page.grave).length + (pages[0]?.freezes.length ?? 0);
    },
  },
  'cold-orders': {
    routes: ['work.showHouse'],
    count: async (read) =>
      flat(await read<HouseView>('/house'), (page) => page.orders).filter(({ state }) => state === 'proposed').length,
  },
  reserves: {
    routes: ['work.showHouse', 'changes.showChanges'],
    // A surplus about which something is proposed waits once.
    count: async (read) => {
      const proposed = await openChanges(read, ['surplus', 'cold-return', 'loss']);
      const surpluses = flat(await read<HouseView>('/house'), (page) => page.surpluses).filter(
        ({ returning }) => !returning,
      );
      const decided = new Set<string>(
        proposed.flatMap(({ content }) => (content.kind === 'surplus' ? [content.surplusId] : [])),
      );
      return proposed.length + surpluses.filter(({ id }) => !decided.has(id)).length;
    },
  },
  funds: {
    routes: ['changes.showChanges'],
    count: async (read) => {
      const { length } = await openChanges(read, ['fund', 'pair', 'asset', 'pool-schedule', 'audit-file', 'snapshot']);
      return length + ((await read<ChangesView>('/changes'))[0]?.suggestions.length ?? 0);
    },
  },
  terms: proposals('terms'),
  announcements: {
    routes: ['announcements.listAnnouncements'],
    count: async (read) =>
      flat(await read<{ announcements: AnnouncementView[] }>('/announcements'), (page) => page.announcements).filter(
        ({ state }) => state === 'draft',
      ).length,
  },
  activities: {
    routes: ['activities.listActivities'],
    count: async (read) =>
      flat(await read<{ activities: ActivityRowView[] }>('/activities'), (page) => page.activities).filter(
        ({ state }) => state === 'draft',
      ).length,
  },
  operators: {
    routes: ['operators.showOperators'],
    count: async (read) =>
      flat(await read<OperatorsView>('/operators'), (page) => page.changes).filter(({ state }) => state === 'proposed')
        .length,
  },
  webhooks: proposals('webhook-open', 'webhook-change', 'webhook-switch', 'webhook-rotate'),
  screening: proposals('refused-addresses', 'screening-rule'),
  keys: proposals('key-open', 'key-change', 'key-revoke'),
  levels: proposals('level-limits', 'person-level'),
  'sign-outs': proposals('sign-out-everybody'),
  'first-steps': {
    routes: ['work.showFirstSteps'],
    count: async (read) =>
      flat(await read<FirstStepsView>('/first-steps'), (page) => page.steps).filter(({ state }) => state === 'open')
        .length,
  },
};

/** How much of each kind waits by the lists, each read to its end. */
export async function countLists(browser: OperatorBrowser): Promise<Readonly<Record<string, number>>> {
  const read: ReadPages = async <Page>(path: string) => {
    const pages: Page[] = [];
    const parameter = path === '/screening/open' ? 'cursor' : 'after';
    let next: string | null | undefined;
    do {
      const query = typeof next === 'string' ? `?${parameter}=${encodeURIComponent(next)}` : '';
      const page = (await browser.get(`${path}${query}`)).json<Page & { next?: string | null }>();
      pages.push(page);
      next = page.next;
    } while (typeof next === 'string');
    return pages;
  };
  const counts: Record<string, number> = {};
  for (const [kind, { count }] of Object.entries(waitingLists)) counts[kind] = await count(read);
  return counts;
}
