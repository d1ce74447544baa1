/**
 * What shows that a requirement is met: the id of a threat (`W20`: every test that begins with it), a page or file of this
 * repository (`docs/security/keys.md`), a gate (`gate lint`), or the title of a test, with its file where several have it.
 */
export type Evidence = string | readonly [file: string, title: string];

/** How one requirement of a standard was judged. */
export type Judgement = {
  readonly id: string;
  readonly verdict: 'met' | 'not met' | 'not applicable';
  /** What we do, what is missing, or why it does not apply. In our own words, never the standard's. */
  readonly text: string;
  readonly evidence: readonly Evidence[];
  /** What would end it, where it is not met. */
  readonly plan?: string;
};

export function met(id: string, text: string, ...evidence: readonly [Evidence, ...Evidence[]]): Judgement {
  return { id, verdict: 'met', text, evidence };
}

export function notMet(id: string, text: string, plan: string, ...evidence: readonly Evidence[]): Judgement {
  return { id, verdict: 'not met', text, plan, evidence };
}

export function notApplicable(ids: readonly string[], text: string): readonly Judgement[] {
  return ids.map((id) => ({ id, verdict: 'not applicable', text, evidence: [] }));
}
