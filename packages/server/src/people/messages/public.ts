export { listMessages } from './list-messages.ts';
export { deleteMessages } from './message-store.ts';
export { laterEvents, type News } from './message.ts';
export { writeMessages } from './write-messages.ts';
