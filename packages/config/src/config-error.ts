/** One wrong setting: its name and what would be right. */
export type ConfigFault = { readonly name: string; readonly message: string };

/** The environment contradicts the settings; carries every fault so that a person repairs them in one go. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[]) {
    super(['Wrong settings:', ...faults.map((fault) => `  ${fault.name}: ${fault.message}`)].join('\n'));
    this.faults = faults;
  }
}
