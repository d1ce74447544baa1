import { api } from './api.ts';

/** What does not go on; its count stands in the frame. */
export const stuckQuery = { queryKey: ['stuck'], queryFn: () => api.work.listStuck(), refetchInterval: 10_000 };

export const quarantineQuery = {
  queryKey: ['quarantine'],
  queryFn: () => api.work.listQuarantine(),
  refetchInterval: 10_000,
};

/** Bonuses and resets of factors that wait. */
export const resolutionsQuery = {
  queryKey: ['resolutions'],
  queryFn: () => api.resolutions.listResolutions(),
  refetchInterval: 10_000,
};

/** Complaints: what waits for an answer, then what was answered. */
export const complaintsQuery = {
  queryKey: ['complaints'],
  queryFn: () => api.complaints.listComplaints(),
  refetchInterval: 10_000,
};

/** Entries that wait for a reviewer, the most urgent first. */
export const entriesQuery = {
  queryKey: ['entries'],
  queryFn: () => api.entries.listEntries({}),
  refetchInterval: 10_000,
};

/** What a new installation still needs; how much of it is open stands in the frame. */
export const firstStepsQuery = {
  queryKey: ['first-steps'],
  queryFn: () => api.work.showFirstSteps(),
  refetchInterval: 10_000,
};
