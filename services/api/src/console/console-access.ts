import type { ConsoleContract } from '@tern/contracts/console-contract';
import type { OperatorRole } from '@tern/contracts/routes/console-access';

/** Name of a route as the console's contract nests it, for example `reviews.decide`. */
export type ConsoleRouteName = {
  [Area in keyof ConsoleContract & string]: `${Area}.${keyof ConsoleContract[Area] & string}`;
}[keyof ConsoleContract & string];

/** `public`: before signing in. Otherwise the roles that may; who is not named may not. */
export type ConsoleAccess = 'public' | readonly OperatorRole[];

const everybody = ['viewer', 'reviewer', 'treasurer', 'administrator'] as const;

/**
 * Every route of the console and who may call it: the whole of the operators' rights. Administrators run the house and
 * decide about nobody's money; no role includes another. A route that is missing here does not compile.
 */
export const consoleAccess: Readonly<Record<ConsoleRouteName, ConsoleAccess>> = {
  'access.beginEnrolment': 'public',
  'access.finishEnrolment': 'public',
  'access.beginSignIn': 'public',
  'access.signIn': 'public',
  'access.me': everybody,
  'access.signOut': everybody,
  'home.listWaiting': everybody,
  'home.showOverview': everybody,
  'reviews.listReviews': everybody,
  'reviews.review': everybody,
  'reviews.askDecision': ['reviewer', 'treasurer'],
  'reviews.decide': ['reviewer', 'treasurer'],
  'entries.listEntries': everybody,
  'entries.entry': everybody,
  // What people handed in is for those who judge it.
  'entries.picture': ['reviewer'],
  'entries.decideEntry': ['reviewer'],
  'activities.listActivities': everybody,
  'activities.activity': everybody,
  'activities.saveDraft': ['treasurer', 'administrator'],
  'activities.keepSample': ['treasurer', 'administrator'],
  'activities.sample': everybody,
  'activities.askActivityStep': ['treasurer', 'administrator'],
  'activities.takeActivityStep': ['treasurer', 'administrator'],
  // Of what is found, everybody sees only what their role may (`search-roles.ts`).
  'search.findTargets': everybody,
  'transactions.listTransactions': everybody,
  'transactions.transaction': everybody,
  'transactions.findByContact': everybody,
  'transactions.exportTransactions': ['treasurer', 'administrator'],
  'work.listStuck': everybody,
  'work.askPayoutStep': ['reviewer', 'treasurer'],
  'work.takePayoutStep': ['reviewer', 'treasurer'],
  'work.listQuarantine': everybody,
  'work.showHouse': everybody,
  'work.showFirstSteps': everybody,
  'work.listNodes': everybody,
  'work.askHouseStep': ['treasurer'],
  'work.takeHouseStep': ['treasurer'],
  'resolutions.listResolutions': everybody,
  'resolutions.askBonus': ['reviewer', 'treasurer'],
  'resolutions.decideBonus': ['reviewer', 'treasurer'],
  'resolutions.askReset': ['reviewer', 'administrator'],
  'resolutions.decideReset': ['reviewer', 'administrator'],
  'changes.showChanges': everybody,
  // Of these, only treasurers propose and decide what is in suspense or missing, and only administrators webhooks and
  // keys (`require-decider.ts`).
  'changes.askProposal': ['treasurer', 'administrator'],
  'changes.propose': ['treasurer', 'administrator'],
  'changes.askChange': ['treasurer', 'administrator'],
  'changes.decideChange': ['treasurer', 'administrator'],
  'terms.showTerms': everybody,
  'announcements.listAnnouncements': everybody,
  'announcements.write': ['reviewer', 'administrator'],
  'announcements.askAnnouncement': ['reviewer', 'administrator'],
  'announcements.decideAnnouncement': ['reviewer', 'administrator'],
  'complaints.listComplaints': ['reviewer', 'administrator'],
  'complaints.answer': ['reviewer', 'administrator'],
  'flows.listFlows': everybody,
  'flows.askSwitch': ['administrator'],
  'flows.switchFlow': ['administrator'],
  'house.askProposal': ['treasurer'],
  'house.propose': ['treasurer'],
  'operators.showOperators': everybody,
  'operators.operator': everybody,
  'operators.listHistory': everybody,
  'operators.askProposal': ['administrator'],
  'operators.propose': ['administrator'],
  'operators.askChange': ['administrator'],
  'operators.decideChange': ['administrator'],
  'operators.showBreakGlass': everybody,
  // Whoever sees it and knows nothing of it ends it.
  'operators.askCancel': everybody,
  'operators.cancelBreakGlass': everybody,
  'people.listPeople': everybody,
  'people.person': everybody,
  'people.money': everybody,
  // Where and with what somebody signs in is for those who answer them.
  'people.security': ['reviewer', 'administrator'],
  'people.devices': ['reviewer', 'administrator'],
  'people.entries': everybody,
  'people.holds': everybody,
  'people.notes': everybody,
  'people.answers': ['reviewer', 'administrator'],
  'people.sendAnswer': ['reviewer', 'administrator'],
  'people.showUndelivered': everybody,
  'people.reveal': ['reviewer', 'administrator'],
  'people.addNote': ['reviewer', 'treasurer', 'administrator'],
  'people.askHold': ['reviewer', 'administrator'],
  'people.hold': ['reviewer', 'administrator'],
  'people.viewAs': ['reviewer', 'administrator'],
  // Whoever is near to somebody says so, whatever their role.
  'people.declareOwn': everybody,
  'people.askSignOut': ['reviewer', 'administrator'],
  'people.signOutPerson': ['reviewer', 'administrator'],
  'books.showChart': everybody,
  'books.showTrialBalance': everybody,
  'books.searchJournals': everybody,
  'books.journal': everybody,
  'books.listDays': everybody,
  'books.verifyDay': everybody,
  'books.listReconciliations': everybody,
  'books.showFees': everybody,
  // What leaves the console as a file is for those who answer for the money and for the house, as the log is.
  'books.listDistributions': everybody,
  'books.takeAuditFile': ['treasurer', 'administrator'],
  'books.exportBooks': ['treasurer', 'administrator'],
  'books.showStatement': ['reviewer', 'treasurer', 'administrator'],
  'books.exportStatement': ['treasurer', 'administrator'],
  'webhooks.showWebhooks': everybody,
  'webhooks.listDeliveries': everybody,
  'webhooks.delivery': everybody,
  'webhooks.askResend': ['administrator'],
  'webhooks.resend': ['administrator'],
  'keys.showKeys': everybody,
  'keys.listCalls': everybody,
  // What each is told by mail is their own.
  'notices.showNotices': everybody,
  'notices.saveNotices': everybody,
  'log.listActions': everybody,
  'log.exportLog': ['treasurer', 'administrator'],
  'log.verifyLog': everybody,
};
