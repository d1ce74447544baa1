import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ConfigError } from '@tern/config/config-error';
import { readSecrets } from '@tern/config/read-secrets';
import { secrets, type SecretName } from '@tern/config/secrets';
import { readEnvironment } from '@tern/installation/environment';
import { describeInstallation } from './describe-installation.ts';
import { checkProduction } from './production/check.ts';
import { explainAll } from './production/explain.ts';
import { generate, printNew } from './production/generate.ts';
import { judgeCertificate } from './production/judge-certificate.ts';
import { judgeProduction } from './production/judge-production.ts';
import { retire, rotate, type RotateDeps } from './production/rotate.ts';
import { runServiceCommand } from './run-service-command.ts';

// `npm run production -- …`: what a production installation needs before its first start, and new secrets for a running one.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const usage = `Usage: npm run production -- <command>
  check                   lists everything in .env, the environment and the secrets that is missing, malformed or
                          contradictory, all at once. It connects to nothing. Its exit code is 0 when nothing is wrong
  certificate             connects to PUBLIC_URL as a browser would, and says whether public clients trust its certificate.
                          Its exit code is 0 when they do. The local chain is exempt
  generate                makes every secret that can be made, and a .env to fill in if there is none. It never
                          overwrites a file and shows no secret
  generate --print NAME   shows a new value in the form of a secret and stores it nowhere
  rotate NAME             gives a secret a new value. Stop the installation first, except for what others hand out or you
                          choose, which it asks for
  renew NAME              moves what was made with older keys to the newest, while the installation runs, and says what
                          still needs them
  retire NAME             does the same, then takes the older keys away. It refuses where that loses something, unless
                          --despite-loss is given
  explain [NAME…]         shows the meaning, form, example and readers of settings and secrets; without a name, of all
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' }, print: { type: 'string' }, 'despite-loss': { type: 'boolean' } },
    allowPositionals: true,
  });
  const [command = '', ...names] = positionals;
  if (values.help === true) return say(usage, 0);
  if (command === 'check') {
    const { lines, isReady } = await checkProduction(root, process.env);
    return say(lines.join('\n'), isReady ? 0 : 1);
  }
  if (command === 'certificate') {
    const given = { ...readEnvironment(root, process.env), TERN_PROFILE: 'production' };
    const { sentence, isTrusted } = await judgeCertificate(judgeProduction(root, given).config);
    return say(sentence, isTrusted ? 0 : 1);
  }
  if (command === 'generate' && values.print !== undefined) return say(printNew(readName(values.print)), 0);
  if (command === 'generate') return say(generate(root, process.env).join('\n'), 0);
  const [name = ''] = names;
  if (command === 'rotate') return say((await rotate(rotateDeps(), readName(name))).join('\n'), 0);
  if (command === 'renew') return renew(readName(name));
  if (command === 'retire')
    return say(retire(rotateDeps(), readName(name), values['despite-loss'] === true).join('\n'), 0);
  if (command === 'explain') return say(explainAll(names), 0);
  return say(usage, 2);
}

function rotateDeps(): RotateDeps {
  return {
    installation: describeInstallation(root, process.env),
    ask: async (question) => (await readSecrets([{ question, given: undefined }]))[0] ?? '',
    reseal: (passphrase) => runServiceCommand('signer', 'signer/src/command.ts', ['reseal'], passphrase),
    renew,
  };
}

function renew(name: SecretName): number {
  return runServiceCommand('api', 'api/src/renew-secrets.ts', [name]);
}

function readName(text: string): SecretName {
  if (!Object.hasOwn(secrets, text))
    throw new Error(`${text} is none of the secrets: ${Object.keys(secrets).join(', ')}`);
  return text as SecretName;
}

function say(text: string, code: number): number {
  process.stdout.write(`${text.trimEnd()}\n`);
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
