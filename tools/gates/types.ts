import { findingsOf, runTool, type Gate } from './gate.ts';

const projects = ['tsconfig.json', 'tsconfig.web.json', 'tsconfig.service-worker.json'];

export const typesGate: Gate = {
  name: 'types',
  run: async (root) => {
    const findings: string[] = [];
    for (const project of projects) findings.push(...findingsOf(await runTool(root, 'tsc', ['-p', project])));
    return findings;
  },
};
