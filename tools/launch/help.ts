import { settings } from '@tern/config/settings';

/** Text of `npm start -- --help`. */
export function helpText(): string {
  const ports = ['WEB_PORT', 'DEVCHAIN_PORT', 'INBOX_HTTP_PORT', 'INBOX_SMTP_PORT', 'DATABASE_PORT'] as const;
  const rows = ports.map(
    (name) => `  ${name.padEnd(16)} ${settings[name].fallback.padEnd(6)} ${settings[name].describe}`,
  );
  return `npm start [-- options]

Installs and builds what is missing, then runs the whole wallet: database, chain, signer, worker, API and web app.
The data is in ${settings.DATA_DIR.fallback}/ and survives restarts. Ctrl-C stops everything in order; a second Ctrl-C stops it immediately.

Options
  --help    shows this text
  --reset   first deletes all data of this installation: people, balances, keys, the local chain. It asks before it does this.
  --yes     answers yes to that question

npm run dev takes the same options and runs everything from the sources. Open apps show a change at once, and a process restarts
when a file that it imports changes.

Settings come from the environment or from the file .env in this folder. .env.example lists all of them. Ports:
${rows.join('\n')}
`;
}
