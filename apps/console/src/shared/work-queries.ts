import { api } from './api.ts';
import { pagedQuery } from './paged-query.ts';

const everyMs = 10_000;

/** What does not go on, the longest first. */
export const stuckQuery = pagedQuery(['stuck'], (page) => api.work.listStuck(page), everyMs);

export const quarantineQuery = pagedQuery(['quarantine'], (page) => api.work.listQuarantine(page), everyMs);

/** Bonuses and resets of factors that wait. */
export const resolutionsQuery = pagedQuery(['resolutions'], (page) => api.resolutions.listResolutions(page), everyMs);

/** Complaints: what waits for an answer, then what was answered. */
export const complaintsQuery = pagedQuery(['complaints'], (page) => api.complaints.listComplaints(page), everyMs);

/** Entries that wait for a reviewer, the most urgent first. */
export const entriesQuery = pagedQuery(['entries'], (page) => api.entries.listEntries(page), everyMs);

/** What a new installation still needs; how much of it is open stands in the frame. */
export const firstStepsQuery = {
  queryKey: ['first-steps'],
  queryFn: () => api.work.showFirstSteps(),
  refetchInterval: everyMs,
};
