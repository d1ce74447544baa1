import { findingsOf, runTool, type Gate } from './gate.ts';

/** knip: files, exports and dependencies nobody uses, and imports of packages that are not declared where they are used. */
export const unusedGate: Gate = {
  name: 'unused',
  run: async (root) => [
    // With tests: an export only a test uses is still used. Types of the contract are for clients we do not know.
    ...findingsOf(
      await runTool(root, 'knip', ['--no-progress', '--exclude', 'types', '--treat-config-hints-as-errors']),
    ),
    // Without tests: what runs in production declares what it imports, in its own package.
    ...findingsOf(
      await runTool(root, 'knip', [
        '--no-progress',
        '--strict',
        '--include',
        'dependencies,unlisted,unresolved,binaries',
      ]),
    ),
  ],
};
