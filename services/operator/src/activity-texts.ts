import { units } from '@tern/money/units';
import type { Activity, EntryCase, Match, WaitingEntry } from '@tern/server/money/activities/public';
import { renderAmount, type Assets } from './operator-texts.ts';

export function renderActivity(activity: Activity, assets: Assets): string {
  const { id, state, texts, placesTaken, places, closesAt, reward } = activity;
  const set = renderAmount(units(reward * BigInt(places)), 'reward', assets);
  return `${id}  ${state}  ${texts['en']?.title ?? ''}  ${placesTaken} of ${places} places  ${renderAmount(reward, 'reward', assets)} each, ${set} in all  until ${closesAt.toISOString()}`;
}

export function renderEntry(entry: WaitingEntry): string {
  const { id, dueAt, late, activityTitle, personPublicId, number, externalId } = entry;
  return `${id}  due ${dueAt.toISOString()}${late ? ' OVERDUE' : ''}  ${activityTitle}  person ${personPublicId}  attempt ${number}  user ID ${externalId}`;
}

export function renderEntryCase({ entry, activity, tries, matches }: EntryCase, assets: Assets): string {
  return [
    `entry       ${entry.id}${entry.late ? '  OVERDUE' : ''}`,
    `activity    ${entry.activityTitle} (${activity.platform}), ${renderAmount(entry.reward, 'reward', assets)}`,
    `person      ${entry.personPublicId}`,
    `user ID     ${entry.externalId}`,
    `picture     ${entry.pictureName}`,
    `due         ${entry.dueAt.toISOString()}`,
    ...(activity.texts['en']?.criteria ?? []).map((line) => `criterion   ${line}`),
    ...tries.map(({ number, submittedAt, externalId, decision, reason, reasonText }) => {
      const said =
        decision === null ? 'waiting' : [decision, reason, reasonText].filter((part) => part !== null).join(': ');
      return `attempt ${number}   ${submittedAt.toISOString()}  ${externalId}  ${said}`;
    }),
    ...matches.map(renderMatch),
    ...(matches.length === 0 ? ['matches     none with entries of other people'] : []),
  ].join('\n');
}

function renderMatch(match: Match): string {
  const { entryId, personPublicId, externalId, externalIdMatch, pictureDistance, decision } = match;
  const why = [
    ...(externalIdMatch === null ? [] : [`${externalIdMatch} user ID`]),
    ...(pictureDistance === null ? [] : [`picture differs in ${pictureDistance} of 256 bits`]),
  ];
  return `match       ${entryId}  person ${personPublicId}  ${externalId}  ${why.join(', ')}  ${decision ?? 'waiting'}`;
}
