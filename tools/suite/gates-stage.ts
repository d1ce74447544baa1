import { gates } from '../gates/gates.ts';
import { runGates } from '../gates/run-gates.ts';
import { plainText, type Stage } from './stage.ts';

/** Every gate counts as one test. */
export const gatesStage: Stage = {
  name: 'gates',
  budgetSeconds: 90,
  run: async (root) => {
    const failed = await runGates(root, gates);
    const failures = failed.map(({ name, findings }) => ({ name, error: plainText(findings.join('\n')) }));
    return { passed: gates.length - failed.length, failed: failed.length, failures };
  },
};
