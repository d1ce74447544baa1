import '@tern/base/guard-sockets';
import { systemClock } from '@tern/base/clock';
import { aborted, drain, stopSignal } from '@tern/base/drain';
import { leaveLastWords } from '@tern/base/last-words';
import { limitEgress } from '@tern/base/limit-egress';
import { logHooks } from '@tern/base/log-line';
import { serveHealth } from '@tern/base/serve-health';
import { egressOf } from '@tern/config/egress-of';
import { makeAuthenticate } from '@tern/signer/authenticate';
import { makeCommands } from '@tern/signer/commands';
import { findContracts } from '@tern/signer/find-contracts';
import { nameHouse } from '@tern/signer/name-house';
import { openKeyService } from '@tern/signer/open-key-service';
import { openPair } from '@tern/signer/open-pair';
import { openSignerDirectory } from '@tern/signer/open-signer';
import { serveSigner } from '@tern/signer/serve';
import { readSettings } from '@tern/signer/settings';
import { listTokens } from '@tern/signer/signing-policy';
import { pino } from 'pino';

// Node opens its debugger on this signal; through it all keys could be read.
process.on('SIGUSR1', () => undefined);

/** How often a signer without work hears whether its standby is there. */
const keepUpMs = 2_000;

try {
  const settings = readSettings(process.env);
  const clock = systemClock;
  // Standard output carries the readiness line alone.
  const log = pino({ name: 'signer', level: settings.logLevel, hooks: logHooks }, pino.destination(2));
  leaveLastWords(log);
  const { keyService } = settings;
  // Before the limit, after which no thread starts: the one that asks the key service limits itself.
  const keys = keyService === undefined ? undefined : openKeyService(keyService);
  limitEgress(egressOf(settings.config, 'signer'), (to) =>
    log.error(to, 'refused a connection to an address that is not in the settings'),
  );
  const tokens = listTokens(await findContracts(settings.config));
  const signer = openSignerDirectory(settings, settings.profile, clock, keys === undefined ? undefined : () => keys);
  const pair = openPair({
    clock,
    signer,
    directory: settings.directory,
    commands: makeCommands({ clock, signer, tokens, named: nameHouse(settings.config) }),
    standby: settings.standby,
    secret: settings.secret,
  });
  const server = await serveSigner({
    socketPath: settings.socketPath,
    commands: pair.commands,
    pair: pair.pair,
    network: settings.network,
    authenticate: makeAuthenticate({ secret: settings.secret, clock }),
    clock,
    log,
  });
  const keepingUp = setInterval(() => void pair.keepUp(), keepUpMs);
  const stopping = stopSignal();
  const { metricsHost, signerHealthPort, drainLimitSeconds } = settings.config;
  // A port only where somebody asks for it, and nothing is told there that would need a token.
  const health =
    signerHealthPort === undefined
      ? undefined
      : await serveHealth({
          host: metricsHost,
          port: signerHealthPort,
          findHindrances: async () => (stopping.aborted ? ['it is stopping'] : []),
        });
  process.stdout.write(
    `${JSON.stringify({ ready: true, socket: settings.socketPath, port: server.port, state: pair.state() })}\n`,
  );
  await aborted(stopping);
  clearInterval(keepingUp);
  const outcome = await drain({
    delaySeconds: 0,
    limitSeconds: drainLimitSeconds,
    finish: async () => {
      await server.close();
      await health?.close();
      pair.close();
      signer.close();
    },
  });
  if (outcome === 'cut-off') log.warn('some requests took longer than DRAIN_LIMIT_SECONDS and were cut off');
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'the signer did not start'}\n`);
  process.exitCode = 1;
}
