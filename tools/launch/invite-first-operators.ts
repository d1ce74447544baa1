import { runToEnd } from '@tern/installation/child-process';
import { planProcess, type Installation } from '@tern/installation/processes';

/** What the terminal tells about the first two operators of the console; undefined where both are in. Nothing else sees it. */
export async function inviteFirstOperators(
  installation: Installation,
  consoleUrl: string,
): Promise<string | undefined> {
  const plan = planProcess(installation, 'console', { DATABASE_URL: consoleUrl }, 'api/src/operator-access.ts');
  const { code, output } = await runToEnd({ ...plan, args: [...plan.args, 'invite-first'] });
  if (code !== 0) throw new Error(`The first operators could not be invited: ${output}`);
  return /^https?:.*$/m.test(output) ? output.trim() : undefined;
}
