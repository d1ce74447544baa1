import { startProgress } from '@tern/installation/progress';
import type { Gate } from './gate.ts';

export type FailedGate = { readonly name: string; readonly findings: readonly string[] };

/** Runs gates one after the other with their findings on the terminal; returns those that failed. */
export async function runGates(root: string, gates: readonly Gate[]): Promise<readonly FailedGate[]> {
  const failed: FailedGate[] = [];
  for (const gate of gates) {
    const progress = startProgress(gate.name);
    const findings = await gate.run(root);
    if (findings.length === 0) {
      progress.done();
      continue;
    }
    failed.push({ name: gate.name, findings });
    progress.failed(`${findings.length} findings`);
    console.log(findings.map((finding) => `    ${finding}`).join('\n'));
  }
  return failed;
}
