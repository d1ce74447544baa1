import { runToEnd } from './child-process.ts';
import { planProcess, type Installation } from './processes.ts';

/** A link for the first operator of the console; undefined where somebody is enrolled. Nothing but the terminal sees it. */
export async function inviteFirstOperator(installation: Installation, workerUrl: string): Promise<string | undefined> {
  const plan = planProcess(installation, 'worker', { DATABASE_URL: workerUrl }, 'operator.ts');
  const { code, output } = await runToEnd({ ...plan, args: [...plan.args, 'invite-first'] });
  if (code !== 0) throw new Error(`The first operator could not be invited: ${output}`);
  return /^https?:.*$/m.exec(output)?.[0];
}
