import { settings } from '@tern/config/settings';

/** Text of `npm start -- --help`. */
export function helpText(): string {
  const ports = ['WEB_PORT', 'DEVCHAIN_PORT', 'INBOX_HTTP_PORT', 'INBOX_SMTP_PORT', 'DATABASE_PORT'] as const;
  const rows = ports.map(
    (name) => `  ${name.padEnd(16)} ${settings[name].fallback.padEnd(6)} ${settings[name].describe}`,
  );
  return `npm start [-- options]

Installs and builds what is missing, then runs the whole wallet: database, chain, signer, worker, API and web app.
Data stays in ${settings.DATA_DIR.fallback}/ and survives restarts. Ctrl-C stops everything in order; a second Ctrl-C ends it at once.

Options
  --help    this text
  --reset   deletes all data of this installation first: people, balances, keys, the local chain. Asks before it does.
  --yes     answers yes to that question

npm run dev takes the same options and runs the same from the sources: both apps show a change while they are open, and a process
is started anew when a file it imports changes.

Settings come from the environment or from a file .env in this folder; all of them are in .env.example. Ports:
${rows.join('\n')}
`;
}
