export { listOwnComplaints } from './list-own-complaints.ts';
export { lockComplaint, markAnswered } from './complaint-store.ts';
