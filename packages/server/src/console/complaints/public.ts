export { answerComplaint } from './answer-complaint.ts';
