export { listOwnComplaints } from './list-own-complaints.ts';
