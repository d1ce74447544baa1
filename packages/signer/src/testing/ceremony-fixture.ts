import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manualClock, type ManualClock } from '@tern/base/clock';
import { createAuthenticator } from '@tern/testkit/software-authenticator';
import { createSeedAtTerminal } from '../create-seed.ts';
import { openStore, type SignerStore } from '../open-store.ts';
import { openStoreDesk } from '../page/open-store-desk.ts';
import type { PageDesk, PolicyDraft } from '../page/page-desk.ts';
import type { SeedPlace } from '../seed-file.ts';
import { readShownWords } from './read-shown-words.ts';
import { cheap, receiver, startMs, usdt } from './signer-fixture.ts';

export const page = { network: 'nile', origin: 'http://localhost:4390', rpId: 'localhost' };

/** A security key at the ceremony's page. */
export function pageKey(operator: string, origin = page.origin) {
  return createAuthenticator({ operator, rpId: 'localhost', origin });
}

export const draft: PolicyDraft = {
  limits: {
    usdt: { perOrder: '1000', perDay: '5000' },
    trx: { perOrder: '500', perDay: '2000' },
    reward: { perOrder: '', perDay: '' },
  },
  feeLimit: '100',
  cold: receiver,
  witnesses: ['Wanda Witness'],
};

export type Ceremony = Disposable & {
  readonly place: SeedPlace;
  readonly clock: ManualClock;
  readonly store: SignerStore;
  /** As when the command ends: another process can open the store then. */
  readonly closeStore: () => void;
  readonly desk: PageDesk;
  readonly hotAddress: string;
  readonly enrol: (key: ReturnType<typeof pageKey>) => void;
  /** Each key signs the newest request. */
  readonly sign: (...keys: readonly ReturnType<typeof pageKey>[]) => Promise<void>;
};

/** An empty production installation after its words: the seed is there, nobody is enrolled. */
export async function openCeremony(): Promise<Ceremony> {
  const directory = mkdtempSync(join(tmpdir(), 'signer-'));
  const place = { directory, passphrase: 'correct horse battery', cost: cheap };
  const clock = manualClock(new Date(startMs));
  const hotAddress = (await createSeedAtTerminal(place, copyist(), clock)) ?? '';
  const store = openStore(directory);
  let isOpen = true;
  const closeStore = (): void => {
    if (isOpen) store.close();
    isOpen = false;
  };
  const tokens = { [usdt]: { name: 'USDT', decimals: 6 } };
  const desk = openStoreDesk({ clock, store, place: { ...page, tokens } });
  return {
    place,
    clock,
    store,
    closeStore,
    desk,
    hotAddress,
    enrol: (key) => {
      const { challenge } = desk.beginEnrolment(key.credential.operator);
      desk.finishEnrolment(challenge, key.credential, key.assert(challenge));
    },
    sign: async (...keys) => {
      const [request] = (await desk.getState()).pending;
      const challenge = request?.challenge ?? '';
      for (const key of keys) await desk.approve(challenge, key.assert(challenge));
    },
    [Symbol.dispose]: () => {
      closeStore();
      rmSync(directory, { recursive: true });
    },
  };
}

/** A person who copies the words and types them from the paper. */
export function copyist(): Parameters<typeof createSeedAtTerminal>[1] {
  let paper: readonly string[] = [];
  return {
    show: (lines) => {
      const words = readShownWords(lines);
      if (words.length > 0) paper = words;
    },
    clear: () => undefined,
    ask: (question) => Promise.resolve(paper[Number(/Word +(\d+):/.exec(question)?.[1]) - 1] ?? ''),
  };
}
