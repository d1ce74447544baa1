export { deliverAnnouncements } from './deliver-announcements.ts';
