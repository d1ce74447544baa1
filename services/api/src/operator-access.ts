import { systemClock } from '@tern/base/clock';
import { consoleUrl } from '@tern/config/addresses';
import type { Config } from '@tern/config/config';
import { ConfigError } from '@tern/config/config-error';
import { loadConfig } from '@tern/config/load-config';
import { readSecrets } from '@tern/config/read-secrets';
import { openDatabase } from '@tern/db/database';
import { consoleDefaults, inviteFounders, type ConsoleAccessDeps } from '@tern/server/console/access/public';
import { breakGlass, makeCustodianCode, type BreakGlassOutcome } from '@tern/server/console/break-glass/public';

/**
 * What lets operators in without operators: the first two of an installation, and break-glass. Runs as the console does, on its
 * machine and with its database role; the database keeps every rule of it.
 */
const usage = `Usage: npm run operator -- <command>
  invite-first          shows the links of the first two operators, until both have enrolled
  custodian NAME        makes the break-glass code of one custodian, who must be alone in front of this screen
  break-glass [NAME]    starts to let operator NAME in; run it again 24 hours later; it asks for both custodians' codes
Codes stay hidden while you type them.
`;

type Answer = { readonly text: string; readonly done: boolean };
type Command = (deps: ConsoleAccessDeps, subject: string) => Promise<Answer>;

const commands: Readonly<Record<string, Command>> = {
  'invite-first': async (deps) => {
    const invited = await inviteFounders(deps);
    if (invited.length === 0)
      return {
        text: 'Two operators have enrolled already. From now on operators invite each other in the console.',
        done: true,
      };
    const lines = invited.map(({ name, link, expiresAt }) => `${name}, until ${expiresAt.toISOString()}:\n${link}`);
    return { text: ['Each link is for one person and works once.', ...lines].join('\n'), done: true };
  },
  custodian: async ({ db }, name) => {
    if (name.length < 2 || name.length > 60)
      return { text: 'Give the custodian’s name: 2 to 60 characters.', done: false };
    const made = await makeCustodianCode(db, { name });
    if (made === undefined) return { text: 'Both custodians have their codes. Codes are made only once.', done: false };
    const lines = [
      `${name}, this is your code. Only you should see it:`,
      '',
      `    ${made.code}`,
      '',
      'Write it on paper, keep it where the other custodian cannot reach it, then clear this screen.',
      'It cannot be shown or made again.',
      made.slot === 1 ? 'Now the second custodian runs this command, alone.' : 'Both codes exist now.',
    ];
    return { text: lines.join('\n'), done: true };
  },
  'break-glass': async (deps, name) => {
    const [first = '', second = ''] = await readSecrets([
      { question: 'Code of the first custodian: ', given: process.env['CUSTODIAN_CODE_1'] },
      { question: 'Code of the second custodian: ', given: process.env['CUSTODIAN_CODE_2'] },
    ]);
    const outcome = await breakGlass(deps, { codes: [first, second], name });
    return { text: describe(outcome), done: ['started', 'opened', 'too-early'].includes(outcome.outcome) };
  },
};

function describe(outcome: BreakGlassOutcome): string {
  switch (outcome.outcome) {
    case 'started':
      return `Started. Every operator sees it and can cancel it. Run this again, with both codes, from ${outcome.opensAt} on.`;
    case 'too-early':
      return `Under way. Run this again, with both codes, from ${outcome.opensAt} on.`;
    case 'opened':
      return `This link works for one person, once, until ${outcome.expiresAt.toISOString()}:\n${outcome.link}\nThey cannot decide about money for 72 hours after they enrol.`;
    case 'wrong-codes':
      return 'One of the codes is wrong, or they are in the wrong order. Nothing was started.';
    case 'no-custodians':
      return 'The two custodians have not made their codes: see “custodian NAME”.';
    case 'name-taken':
      return 'There is or was an operator with this name. Choose another one.';
    case 'name-invalid':
      return 'Give the name of the operator to let in: 2 to 32 lower-case letters, digits, dots, hyphens or underscores.';
  }
}

function accessDeps(config: Config): ConsoleAccessDeps {
  if (config.databaseUrl === undefined)
    throw new Error('DATABASE_URL has to be set: the launcher gives it to each process');
  const db = openDatabase({ url: config.databaseUrl, applicationName: 'operator-access', poolMax: 2 });
  const settings = { ...consoleDefaults, productName: config.productName, consoleUrl: consoleUrl(config) };
  return { db, clock: systemClock, settings };
}

const [name = '', ...words] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  try {
    const deps = accessDeps(loadConfig(process.env));
    try {
      const { text, done } = await command(deps, words.join(' '));
      process.stdout.write(`${text}\n`);
      process.exitCode = done ? 0 : 1;
    } finally {
      await deps.db.close();
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
