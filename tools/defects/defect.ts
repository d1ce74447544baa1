/** A trap that others fell into, dug on purpose. */
export type Defect = {
  readonly id: string;
  /** Whose trap it was, or which threat of docs/security/threats.md it opens. */
  readonly trap: string;
  /** What the code does wrong with it. */
  readonly wrong: string;
  /** Each text must stand in its file exactly once. */
  readonly edits: readonly { readonly file: string; readonly find: string; readonly replace: string }[];
  /** The test that must fail: its title, or for a table of cases the title of one. */
  readonly caughtBy: { readonly file: string; readonly title: string };
};
