export { listOwnComplaints } from './list-own-complaints.ts';
export {
  lockComplaint,
  markAnswered,
  selectAnsweredComplaints as listAnsweredComplaints,
  selectOpenComplaints as listOpenComplaints,
} from './complaint-store.ts';
export { renderComplaint } from './render-complaint.ts';
