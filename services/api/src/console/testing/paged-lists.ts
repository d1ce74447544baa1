import type { ConsoleRouteName } from '../console-access.ts';

/** Lists of what waits that are given page by page, by the route and the field of its answer. A test reads each to its end. */
export const pagedLists = [
  'reviews.listReviews/reviews',
  'screening.listOpenCases/cases',
  'entries.listEntries/entries',
  'complaints.listComplaints/complaints',
  'resolutions.listResolutions/bonuses',
  'resolutions.listResolutions/resets',
  'work.listStuck/payouts',
  'work.listStuck/orders',
  'work.listQuarantine/suspense',
  'work.listQuarantine/grave',
  'work.showHouse/gaps',
  'work.showHouse/surpluses',
  'work.showHouse/orders',
  'changes.showChanges/changes',
  'announcements.listAnnouncements/announcements',
  'activities.listActivities/activities',
] as const satisfies readonly `${ConsoleRouteName}/${string}`[];

export type PagedList = (typeof pagedLists)[number];

/** Lists that stand beside a paged one and are given whole, with what bounds them. */
export const listsBeside = {
  'work.listStuck/pauses': 'one of an asset',
  'work.listQuarantine/freezes': 'one of a token',
  'work.listQuarantine/noise': 'one count of a reason',
  'work.showHouse/assets': 'the assets that there are',
  'work.showHouse/coldArrivals': 'what can be booked beside a gap; all of it stands in suspense',
  'changes.showChanges/suggestions': 'twenty of a key of another system',
  'changes.showChanges/funds': 'the funds that there are',
  'changes.showChanges/pairs': 'the pairs that there are',
  'changes.showChanges/assets': 'the assets that there are',
} as const satisfies Readonly<Record<`${ConsoleRouteName}/${string}`, string>>;

const history = 'what was done or happened, and waits for nobody';
const pointed = 'what is looked up, not what waits';

/** Routes that give a list page by page which is no work. */
export const otherPagedRoutes: Readonly<Partial<Record<ConsoleRouteName, string>>> = {
  'transactions.listTransactions': pointed,
  'people.listPeople': pointed,
  'people.notes': history,
  'operators.listHistory': history,
  'books.searchJournals': history,
  'books.listDays': history,
  'books.listReconciliations': history,
  'books.listDistributions': history,
  'screening.showRule': history,
  'screening.listEndedCases': history,
  'screening.listAddresses': pointed,
  'webhooks.listDeliveries': history,
  'keys.listCalls': history,
  'log.listActions': history,
};

const one = 'what there is about the one thing that is asked for';
const settings = 'what operators set up: they know how much that is';

/** Routes that give a list without pages, with what bounds it. */
export const unpagedRoutes: Readonly<Partial<Record<ConsoleRouteName, string>>> = {
  'access.beginEnrolment': 'the algorithms that there are',
  'access.me': settings,
  'home.listWaiting': 'the kinds that there are',
  'home.showOverview': 'the alarms, flows, assets and days that there are',
  'reviews.review': one,
  'entries.entry': one,
  'search.findTargets': 'what is found by a key',
  'transactions.transaction': one,
  'work.listNodes': settings,
  'work.showFirstSteps': 'the steps that there are',
  'terms.showTerms': settings,
  'flows.listFlows': 'the flows that there are',
  'operators.showOperators': 'one proposal about an operator at a time, and every one of them',
  'operators.operator': one,
  'operators.beginKey': settings,
  'operators.showBreakGlass': 'one request of an operator at a time',
  'people.money': one,
  'people.security': one,
  'people.devices': one,
  'people.entries': one,
  'people.holds': one,
  'people.answers': one,
  'people.person': one,
  'people.showUndelivered': 'one row of a kind and a sender',
  'people.reveal': one,
  'people.viewAs': one,
  'books.showChart': 'the classes and kinds that there are',
  'books.showTrialBalance': 'the assets that there are',
  'books.journal': one,
  'books.showFees': 'the days that are asked for',
  'books.showStatement': one,
  'screening.depositCase': one,
  'screening.showLists': settings,
  'screening.findAddress': one,
  'webhooks.showWebhooks': settings,
  'webhooks.delivery': one,
  'keys.showKeys': settings,
};
