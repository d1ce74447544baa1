import { settings } from '@tern/config/settings';

/** Text of `npm start -- --help`. */
export function helpText(): string {
  const ports = Object.entries<{ readonly fallback?: string; readonly describe: string }>(settings).filter(([name]) =>
    name.endsWith('_PORT'),
  );
  const width = Math.max(...ports.map(([name]) => name.length));
  const rows = ports.map(
    ([name, { fallback = 'none', describe }]) => `  ${name.padEnd(width)} ${fallback.padEnd(6)} ${describe}`,
  );
  return `npm start [-- options]

Installs and builds what is missing, then runs the whole wallet: database, chain, signer, worker, API with the web
app, and the operators' console.
The data is in ${settings.DATA_DIR.fallback}/ and survives restarts. Ctrl-C stops everything in order; a second Ctrl-C stops it immediately.

Options
  --help          shows this text
  --without-api   runs everything but the API, after a restore: nobody can log in or spend meanwhile; operators can
  --reset         first deletes all data of this installation: people, balances, keys, the local chain. It asks before it does this.
  --yes           answers yes to that question

npm run dev takes the same options and runs everything from the sources. Open apps show a change at once, and a process restarts
when a file that it imports changes.

Settings come from the environment or from the file .env in this folder. .env.example lists all of them. Ports:
${rows.join('\n')}
`;
}
