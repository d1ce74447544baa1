import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Identity } from '@tern/base/pinned-certificate';
import { units } from '@tern/money/units';
import { openSigner, type Signer } from '@tern/tron/signer-client';
import { makeAuthenticate } from '../authenticate.ts';
import { makeCommands } from '../commands.ts';
import { openSignerDirectory, type OpenedSigner } from '../open-signer.ts';
import { copyPath, storePath } from '../open-store.ts';
import type { PolicyDocument } from '../policy-document.ts';
import { seedPath } from '../seed-file.ts';
import { serveSigner } from '../serve.ts';
import { openPair, type OpenedPair } from '../standby/open-pair.ts';
import { markStandby } from '../standby/open-seat.ts';
import { newIdentity, pinOfIdentity } from './network-fixture.ts';
import { cheap, named, openFixture, policy, storePolicy, type SignerFixture } from './signer-fixture.ts';

/** A signer that serves the other of a pair and workers; every restart reads the folder anew. */
export type Served = {
  readonly signer: OpenedSigner;
  readonly pair: OpenedPair;
  readonly port: number;
  readonly directory: string;
  readonly stop: () => Promise<void>;
};

export type PairFixture = AsyncDisposable & {
  readonly fixture: SignerFixture;
  readonly first: () => Served;
  readonly standby: () => Served;
  readonly startFirst: (standbyPort?: number) => Promise<Served>;
  readonly startStandby: () => Promise<Served>;
  /** A worker at a port; each has a memory of its own of which epoch it has heard of. */
  readonly worker: (port: number) => Signer;
  readonly identity: Identity;
  readonly pin: string;
  readonly secret: Uint8Array;
};

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Two signers of one seed over real connections: the first signs, the other is a copy that stands by. */
export async function openPairFixture(changes: Partial<PolicyDocument> = {}): Promise<PairFixture> {
  const fixture = openFixture();
  const { clock } = fixture;
  // Room for what many orders may burn.
  const trx = { perOrder: units(1_000n), perDay: units(1_000_000_000n) };
  storePolicy(fixture, { limits: { ...policy.limits, trx }, ...changes });
  const secret = randomBytes(32);
  const identity = newIdentity('signer');
  const worker = newIdentity('worker');
  const pin = pinOfIdentity(identity);
  const directory = mkdtempSync(join(tmpdir(), 'standby-'));
  fixture.signer.store.writeCopy();
  copyFileSync(copyPath(fixture.place.directory), storePath(directory));
  copyFileSync(seedPath(fixture.place.directory), seedPath(directory));
  markStandby(directory, clock.now());
  fixture.signer.close();

  const serve = (folder: string, standbyPort?: number, port = 0): Promise<Served> =>
    serveOne({ fixture, folder, standbyPort, port, secret, identity, worker });
  let standby = await serve(directory);
  let first = await serve(fixture.place.directory, standby.port);
  return {
    fixture,
    first: () => first,
    standby: () => standby,
    startFirst: async (standbyPort) => (first = await serve(fixture.place.directory, standbyPort)),
    startStandby: async () => (standby = await serve(directory, undefined, standby.port)),
    worker: (port) => {
      const tls = { host: '127.0.0.1', port, identity: worker, pins: [pin] };
      return openSigner({ tls, secret, clock, timeoutMs: 5_000 });
    },
    identity,
    pin,
    secret,
    [Symbol.asyncDispose]: async () => {
      await first.stop();
      await standby.stop();
      for (const folder of [directory, fixture.place.directory]) rmSync(folder, { recursive: true });
    },
  };
}

type One = {
  readonly fixture: SignerFixture;
  readonly folder: string;
  readonly standbyPort: number | undefined;
  readonly port: number;
  readonly secret: Uint8Array;
  readonly identity: Identity;
  readonly worker: Identity;
};

async function serveOne({ fixture, folder, standbyPort, port, secret, identity, worker }: One): Promise<Served> {
  const { clock, place } = fixture;
  const pin = pinOfIdentity(identity);
  const signer = openSignerDirectory({ ...place, directory: folder, cost: cheap }, 'test', clock);
  const standby =
    standbyPort === undefined ? undefined : { host: '127.0.0.1', port: standbyPort, identity, pins: [pin] };
  const commands = makeCommands({ clock, signer, tokens: policy.tokens, named });
  const pair = openPair({ clock, signer, directory: folder, commands, standby, secret });
  const server = await serveSigner({
    socketPath: join(folder, 's.sock'),
    network: {
      host: '127.0.0.1',
      port,
      identity,
      clients: [
        { role: 'worker', pin: pinOfIdentity(worker) },
        { role: 'signer', pin },
      ],
    },
    commands: pair.commands,
    pair: pair.pair,
    authenticate: makeAuthenticate({ secret, clock }),
    clock,
    log: quiet,
  });
  let open = true;
  return {
    signer,
    pair,
    port: server.port ?? 0,
    directory: folder,
    stop: async () => {
      if (!open) return;
      open = false;
      await server.close();
      pair.close();
      signer.close();
    },
  };
}
