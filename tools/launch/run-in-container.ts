import { fileURLToPath } from 'node:url';

// What an image starts (Containerfile): the name of a process, or of a command with its arguments. The same process goes on
// as the other program, so signals and exit code are its own.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const usage = `Usage: api | console | worker | signer      runs that process
       migrate [--plan]                     what npm run migrate does
       signer COMMAND …                     what npm run signer does
       operator COMMAND …                   what npm run operator does
`;

function find([name = '', ...args]: readonly string[]): readonly string[] | undefined {
  if (['api', 'console', 'worker', 'signer'].includes(name) && args.length === 0)
    return ['tools/launch/run-process.ts', name];
  if (name === 'migrate') return ['tools/launch/migrate.ts', ...args];
  if (name === 'signer') return ['tools/launch/run-command.ts', 'signer', 'signer/src/command.ts', ...args];
  if (name === 'operator') return ['tools/launch/run-operator.ts', ...args];
  return undefined;
}

const found = find(process.argv.slice(2));
if (found === undefined || process.execve === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  process.chdir(root);
  const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']));
  process.execve(process.execPath, [process.execPath, ...found], env);
}
