/** Numbers of the invariants in docs/invariants.md. */
export const invariantIds = [
  'I01',
  'I02',
  'I03',
  'I04',
  'I06',
  'I07',
  'I08',
  'I09',
  'I10',
  'I11',
  'I12',
  'I13',
  'I14',
  'I15',
  'I19',
  'I20',
  'I21',
  'I22',
  'I24',
  'I26',
] as const;
export type InvariantId = (typeof invariantIds)[number];

/** One contradiction. */
export type Breach = {
  readonly invariant: InvariantId;
  /** What was found, with the row's key and both values: for operators, not for the public. */
  readonly finding: string;
};

/** How much of the books is looked at. */
export type Scope = {
  /** What was written since then, newest first and at most `recentMax` of each kind; everything when absent. */
  readonly since?: Date;
  /** Nothing may be under way any more: what tests ask for at their end. */
  readonly atRest?: boolean;
};

/** Bounds a look at what is recent whatever the traffic; what lies beyond is left to the daily look at everything. */
const recentMax = 20_000;

/** The scope as SQL takes it. */
export type Window = { readonly since: string; readonly most: number | null };

export function windowOf({ since }: Scope): Window {
  return since === undefined ? { since: '-infinity', most: null } : { since: since.toISOString(), most: recentMax };
}
