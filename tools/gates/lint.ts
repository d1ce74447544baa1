import { findingsOf, runTool, type Gate } from './gate.ts';

/** oxlint with types: floating promises, missing switch cases, `any` (rules in .oxlintrc.json). */
export const lintGate: Gate = {
  name: 'lint',
  run: async (root) =>
    findingsOf(
      await runTool(root, 'oxlint', [
        '--type-aware',
        '--deny-warnings',
        '--report-unused-disable-directives',
        '--format=unix',
      ]),
    ),
};
