export { openLiveHub, type LiveHub } from './live-hub.ts';
export { notifyPeople, notifyPersonIn, type Change } from './notify-people.ts';
