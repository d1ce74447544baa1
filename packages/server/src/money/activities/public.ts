export type { Activity, ActivityState, ActivityTerms, Entry } from './activity.ts';
export { findActivity, selectActivities as listAllActivities } from './activity-store.ts';
export { decideEntry, type EntryDecision, type EntryOutcome } from './decide-entry.ts';
export { deleteDuePictures, sweepOrphans, type PictureKeeping } from './delete-pictures.ts';
export type { PictureDeps } from './deps.ts';
export { selectOwnEntries as listOwnEntries } from './entry-store.ts';
export { eraseEvidence } from './erase-evidence.ts';
export { escalateEntries, type EscalateDeps } from './escalate-entries.ts';
export { findEntryCase, type EntryCase } from './find-entry-case.ts';
export { hasClaim } from './participation-store.ts';
export { payClaims } from './pay-claims.ts';
export { changeDraft, draftActivity } from './prepare-activity.ts';
export { closeActivity, publishActivity, type ActivityDecision, type PublishOutcome } from './publish-activity.ts';
export { readPicture, type PictureReader } from './read-picture.ts';
export { returnRests } from './return-rests.ts';
export {
  selectWaiting as listWaitingEntries,
  type Match,
  type WaitingCursor,
  type WaitingEntry,
} from './review-store.ts';
export { keepPicture, savePicture } from './save-picture.ts';
export type { ActivityTexts } from './texts.ts';
export { readActivityTerms } from './read-activity-terms.ts';
