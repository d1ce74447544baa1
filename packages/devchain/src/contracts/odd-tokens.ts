import artifacts from './odd-tokens.json' with { type: 'json' };

/** What a token can be odd by; `contracts/odd/OddTokens.sol` tells each. */
const contractsByHabit = {
  'same-symbol': 'SameSymbol',
  'false-on-success': 'FalseOnSuccess',
  'true-on-failure': 'TrueOnFailure',
  'fee-on-transfer': 'FeeOnTransfer',
  reverting: 'Reverting',
  rebasing: 'Rebasing',
  blacklisting: 'Blacklisting',
  'lying-event': 'LyingEvent',
  'silent-transfer': 'SilentTransfer',
  'no-return': 'NoReturn',
} as const satisfies Readonly<Record<string, keyof typeof artifacts>>;

export type OddTokenHabit = keyof typeof contractsByHabit;

export const oddTokenHabits = Object.keys(contractsByHabit) as OddTokenHabit[];

export function oddTokenArtifact(habit: OddTokenHabit): {
  readonly abi: readonly unknown[];
  readonly bytecode: string;
} {
  return artifacts[contractsByHabit[habit]];
}
