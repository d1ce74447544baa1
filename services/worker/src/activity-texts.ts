import { units } from '@tern/money/units';
import type {
  Activity,
  EntryCase,
  EntryOutcome,
  Match,
  PublishOutcome,
  WaitingEntry,
} from '@tern/server/activities/public';
import { renderAmount, type Assets } from './operator-texts.ts';

type Texts<Outcome extends string> = Readonly<Record<Outcome, { readonly text: string; readonly done: boolean }>>;

/** What an operator reads for each outcome of publishing an activity. */
export const publishTexts: Texts<PublishOutcome> = {
  published: { text: 'Published. The reward of every place is set aside.', done: true },
  'not-found': { text: 'There is no such activity.', done: false },
  'not-a-draft': { text: 'It was published before.', done: false },
  'second-operator-needed': { text: 'Whoever drew it up cannot publish it.', done: false },
  'changed-meanwhile': { text: 'It was changed meanwhile. Look at it again.', done: false },
  over: { text: 'Its end has passed already.', done: false },
  'not-funded': { text: 'The house does not own, on chain, what all its places together can earn.', done: false },
};

/** The same for a decision about an entry. */
export const entryTexts: Texts<EntryOutcome> = {
  approved: { text: 'Approved. The person may claim.', done: true },
  rejected: { text: 'Refused. The person reads the reason.', done: true },
  'not-found': { text: 'There is no such entry.', done: false },
  'own-account': { text: 'You have declared this account: somebody else has to decide.', done: false },
  'not-under-review': { text: 'It is not under review (any more).', done: false },
  'text-needed': { text: 'Say what the reason is, in at least 3 characters: --reason "…".', done: false },
  'text-invalid': { text: 'At most 300 characters, all of them visible.', done: false },
};

export function renderActivity(activity: Activity, assets: Assets): string {
  const { id, state, texts, placesTaken, places, closesAt, reward } = activity;
  const set = renderAmount(units(reward * BigInt(places)), 'reward', assets);
  return `${id}  ${state}  ${texts['en']?.title ?? ''}  ${placesTaken} of ${places} places  ${renderAmount(reward, 'reward', assets)} each, ${set} in all  until ${closesAt.toISOString()}`;
}

export function renderEntry(entry: WaitingEntry): string {
  const { id, dueAt, late, activityTitle, personPublicId, number, externalId } = entry;
  return `${id}  due ${dueAt.toISOString()}${late ? ' LATE' : ''}  ${activityTitle}  person ${personPublicId}  try ${number}  user ID ${externalId}`;
}

export function renderEntryCase({ entry, activity, tries, matches }: EntryCase, assets: Assets): string {
  return [
    `entry       ${entry.id}${entry.late ? '  LATE' : ''}`,
    `activity    ${entry.activityTitle} (${activity.platform}), ${renderAmount(entry.reward, 'reward', assets)}`,
    `person      ${entry.personPublicId}`,
    `user ID     ${entry.externalId}`,
    `picture     ${entry.pictureName} (entry-picture ENTRY FILE)`,
    `due         ${entry.dueAt.toISOString()}`,
    ...(activity.texts['en']?.criteria ?? []).map((line) => `criterion   ${line}`),
    ...tries.map(({ number, submittedAt, externalId, decision, reason, reasonText }) => {
      const said =
        decision === null ? 'waits' : [decision, reason, reasonText].filter((part) => part !== null).join(': ');
      return `try ${number}       ${submittedAt.toISOString()}  ${externalId}  ${said}`;
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
  return `match       ${entryId}  person ${personPublicId}  ${externalId}  ${why.join(', ')}  ${decision ?? 'waits'}`;
}
