/** What a campaign found. Figures are for people; anything in `violations` is a defect. */
export type CampaignReport = {
  readonly figures: Readonly<Record<string, number | string>>;
  readonly violations: readonly string[];
};

/** Said as it is: the machine lacks something, or the order does, and nothing is wrong with the wallet. */
export class CampaignRefused extends Error {
  override name = 'CampaignRefused';
}

/** The long form of tests that the suite runs small: hours on request, with its progress on the terminal. */
export type Campaign = {
  /** What its options mean, one line each. */
  readonly usage: readonly string[];
  /**
   * `options` are the words after `--name`; a campaign refuses the ones it does not know. Once `interrupted` is aborted somebody
   * has ended it: what fails from then on is no finding.
   */
  readonly run: (
    options: Readonly<Record<string, string>>,
    progress: (line: string) => void,
    interrupted: AbortSignal,
  ) => Promise<CampaignReport>;
};

/** A whole number from the options, at least 1. Throws on anything else. */
export function readCount(options: Readonly<Record<string, string>>, name: string, otherwise: number): number {
  const text = options[name];
  if (text === undefined) return otherwise;
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`--${name} is a whole number of at least 1`);
  return count;
}
