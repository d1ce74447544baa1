/** What the script that asks early knows of the app. The build takes it from the app's own sources (build/early-plugin.ts). */
export type EarlyFacts = {
  readonly signedInKey: string;
  readonly pendingLogoutKey: string;
  readonly home: string;
  /** Paths from which somebody with a session comes to the home page. */
  readonly toHome: readonly string[];
  /** Of the pages that open to everybody. */
  readonly open: readonly string[];
  /**
   * By the page's path: what its largest content waits for, beside what every page inside asks. `{wallet}` stands for the id of
   * the default wallet, which the account names.
   */
  readonly firstOf: Readonly<Record<string, readonly string[]>>;
};
