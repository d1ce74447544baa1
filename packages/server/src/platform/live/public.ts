export { openLiveHub, type LiveHub } from './live-hub.ts';
export { notifyPeople } from './notify-people.ts';
