import { runToEnd } from '@tern/installation/child-process';
import { planProcess, type Installation } from '@tern/installation/processes';

/** What the terminal tells about a new installation: what it still needs, and the addresses to fund. Undefined once all is done. */
export async function showFirstSteps(installation: Installation, workerUrl: string): Promise<string | undefined> {
  const plan = planProcess(installation, 'worker', { DATABASE_URL: workerUrl }, 'operator/src/start.ts');
  const { code, output } = await runToEnd({ ...plan, args: [...plan.args, 'first-steps'] });
  if (code !== 0) return 'The first steps could not be read: npm run operator -- first-steps';
  return /^· /m.test(output) ? output.trimEnd() : undefined;
}
