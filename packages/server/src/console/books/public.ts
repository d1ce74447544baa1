export { listDays } from './list-days.ts';
export { readBooks } from './read-books.ts';
export { searchJournals } from './search-journals.ts';
export { showJournal } from './show-journal.ts';
export { showTrialBalance } from './show-trial-balance.ts';
