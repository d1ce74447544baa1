import { once } from 'node:events';
import { join } from 'node:path';
import { systemClock } from '@tern/base/clock';
import { ConfigError } from '@tern/config/config-error';
import { loadConfig } from '@tern/config/load-config';
import { openMessageStore } from './message-store.ts';
import { buildInbox } from './serve-http.ts';
import { buildSmtp } from './serve-smtp.ts';

const host = '127.0.0.1';

/** Environment → config → serve → dispose. */
async function start(): Promise<void> {
  const config = loadConfig(process.env);
  if (config.ternProfile === 'production')
    throw new Error('the development inbox does not run in the production profile');
  const store = openMessageStore(join(config.dataDir, 'inbox', 'messages.json'), systemClock.now);
  const smtp = buildSmtp(store);
  const http = buildInbox(store, { title: `${config.productName} inbox` });
  smtp.on('error', (error) => process.stderr.write(`${error.message}\n`));
  const listening = smtp.listen(config.inboxSmtpPort, host);
  await once(listening, 'listening');
  const url = await http.listen({ host, port: config.inboxHttpPort });

  const stop = async (): Promise<void> => {
    await Promise.all([http.close(), new Promise<void>((resolve) => smtp.close(resolve))]);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  process.stdout.write(`${JSON.stringify({ ready: true, url, smtp: `smtp://${host}:${config.inboxSmtpPort}` })}\n`);
}

start().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
