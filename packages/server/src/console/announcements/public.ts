export { selectPublicAnnouncements as listPublicAnnouncements, type PublicAnnouncement } from './announcement-store.ts';
export { deliverAnnouncements } from './deliver-announcements.ts';
