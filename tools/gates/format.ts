import { findingsOf, runTool, type Gate } from './gate.ts';

export const formatGate: Gate = {
  name: 'format',
  run: async (root) => findingsOf(await runTool(root, 'oxfmt', ['--list-different', '.'])),
};
