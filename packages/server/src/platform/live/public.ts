export { openLiveHub, type LiveHub } from './live-hub.ts';
export { notifyPeople, notifyPersonIn } from './notify-people.ts';
