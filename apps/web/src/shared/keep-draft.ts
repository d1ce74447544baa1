import { draftPrefix } from './draft-prefix.ts';

const keptForMs = 24 * 60 * 60 * 1000;

/** Where a form stands: whose it is, and which entry of the browser's history shows it. */
export type DraftPlace = {
  /** The person's id; empty for a visitor. */
  readonly owner: string;
  readonly pathname: string;
  readonly search: string;
  readonly entry: string;
};

type Kept = Pick<DraftPlace, 'owner' | 'search' | 'entry'> & {
  readonly at: number;
  readonly values: Readonly<Record<string, unknown>>;
};

/** Keeps what is filled in for the way back to this form; a page has one draft of each of its forms. */
export function keepDraft(form: string, place: DraftPlace, values: Kept['values'], now = Date.now()): void {
  const { owner, search, entry } = place;
  const kept: Kept = { owner, search, entry, at: now, values };
  sessionStorage.setItem(nameOf(form, place), JSON.stringify(kept));
}

/**
 * What the same person had filled in here: in the same entry of the history, so after back, forward and reload, or at the
 * same address where the login leads back. A page that is opened anew by a link has an entry of its own and starts empty.
 * What is older than a day is deleted.
 */
export function readDraft(
  form: string,
  place: DraftPlace,
  { afterLogin, now = Date.now() }: { readonly afterLogin: boolean; readonly now?: number },
): Kept['values'] {
  const name = nameOf(form, place);
  const kept = parse(sessionStorage.getItem(name));
  if (isOld(kept, now)) sessionStorage.removeItem(name);
  else if (kept?.owner === place.owner && kept.search === place.search && (afterLogin || kept.entry === place.entry))
    return kept.values;
  return {};
}

/** Deletes it: it was sent, or the person does not want it. */
export function forgetDraft(form: string, place: Pick<DraftPlace, 'pathname'>): void {
  sessionStorage.removeItem(nameOf(form, place));
}

/** Deletes what others filled in before this person logged in. */
export function keepOnlyDraftsOf(owner: string): void {
  deleteDrafts((kept) => kept?.owner !== owner);
}

/** Deletes what is older than a day, on whatever page it was filled in. */
export function deleteOldDrafts(now = Date.now()): void {
  deleteDrafts((kept) => isOld(kept, now));
}

function deleteDrafts(isOver: (kept: Kept | undefined) => boolean): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(draftPrefix) && isOver(parse(sessionStorage.getItem(name)))) sessionStorage.removeItem(name);
}

/** What cannot be read counts as old. */
function isOld(kept: Kept | undefined, now: number): boolean {
  return !(now - (kept?.at ?? NaN) <= keptForMs);
}

function nameOf(form: string, { pathname }: Pick<DraftPlace, 'pathname'>): string {
  return `${draftPrefix}${pathname}:${form}`;
}

/** What is stored may be of an earlier version of the app. */
function parse(stored: string | null): Kept | undefined {
  const kept: unknown = stored === null ? undefined : JSON.parse(stored);
  return typeof kept === 'object' && kept !== null && 'values' in kept ? (kept as Kept) : undefined;
}
