import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@tern/base/clock';
import type { Network } from '@tern/server/house/installation/public';
import { makeAuthenticate } from '@tern/signer/authenticate';
import { makeCommands } from '@tern/signer/commands';
import { openSignerDirectory } from '@tern/signer/open-signer';
import { serveSigner } from '@tern/signer/serve';
import { listTokens } from '@tern/signer/signing-policy';
import { openSigner, type Signer } from '@tern/tron/signer-client';
import { SignerUnavailable } from '@tern/tron/signer-fault';
import { pino } from 'pino';
import type { Process } from './scheduler.ts';

export const silent = pino({ level: 'silent' });

const secret = new Uint8Array(32).fill(7);

/** Opening the seed costs little, because signers die often here. */
const placeOf = (directory: string) => ({
  directory,
  passphrase: 'correct horse battery',
  cost: { memoryKib: 8_192, passes: 1 },
});

/** The real signer with its own store on the disk, in this process. It dies and starts again as the simulator says. */
export type SimSigner = {
  readonly start: () => Promise<void>;
  /** Without a word to anybody. What it has stored is kept. */
  readonly kill: () => Promise<void>;
  readonly isUp: () => boolean;
  /** As a process reaches it, each question at a gate. */
  readonly clientOf: (process: Process) => Signer;
};

export function openSimSigner(place: {
  readonly directory: string;
  readonly contracts: Network['contracts'];
  readonly clock: Clock;
}): SimSigner {
  const { directory, contracts, clock } = place;
  const socketPath = join(directory, 's');
  let running: { readonly close: () => Promise<void> } | undefined;
  return {
    isUp: () => running !== undefined,
    start: async () => {
      const signer = openSignerDirectory(placeOf(directory), 'test', clock);
      const served = await serveSigner({
        socketPath,
        commands: makeCommands({
          clock,
          signer,
          tokens: listTokens(contracts),
          named: { names: ['Tern'], hosts: ['tern.test'] },
        }),
        authenticate: makeAuthenticate({ secret, clock }),
        clock,
        log: silent,
      });
      running = {
        close: async () => {
          await served.close();
          signer.close();
        },
      };
    },
    kill: async () => {
      const ended = running;
      running = undefined;
      await ended?.close();
    },
    clientOf: (process) => {
      const client = openSigner({ socketPath, secret, clock, timeoutMs: 30_000 });
      return Object.fromEntries(
        Object.entries(client).map(([name, ask]) => [
          name,
          (...args: readonly unknown[]) =>
            process.gate({
              kind: 'signer',
              label: `signer ${name}`,
              work: async () => {
                if (running === undefined) throw new SignerUnavailable('ECONNREFUSED');
                return (ask as (...all: readonly unknown[]) => Promise<unknown>)(...args);
              },
            }),
        ]),
      ) as Signer;
    },
  };
}

/** Makes the folder of a signer with a seed that is drawn, so that its addresses are the same in every run. */
export function makeSignerFolder(directory: string, process: Process): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  process.run(() => openSignerDirectory(placeOf(directory), 'test', process).close());
}

export function copySignerFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, filter: (name) => !name.endsWith('/s') });
}
