import { systemClock } from '@tern/base/clock';
import { ConfigError } from '@tern/config/config-error';
import { loadConfig } from '@tern/config/load-config';
import { serveRelay } from '@tern/local-relay/serve-relay';

const relay = await start().catch((error: unknown) => {
  process.stderr.write(`relay: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.stdout.write(`${JSON.stringify({ ready: true, url: relay.url })}\n`);

async function start() {
  const config = loadConfig(process.env);
  if (config.ternProfile === 'production') {
    throw new ConfigError([
      { name: 'TERN_PROFILE', message: 'the local relay does not run in the production profile' },
    ]);
  }
  return serveRelay({ port: config.localRelayPort, clock: systemClock });
}

function stop(): void {
  void relay.close().then(() => process.exit(0));
}
