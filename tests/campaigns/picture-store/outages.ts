import { randomBytes } from 'node:crypto';
import { newName, openStore, tried, type StoreWorld } from './checks.ts';

/** What people were told of pictures that were put while the store broke down. */
export type OutageTally = { readonly kept: number; readonly refused: number; readonly violations: readonly string[] };

const writers = 8;
/** Enough to be in the midst of some, whenever the store breaks down. */
const writesBefore = 40;
const pictureBytes = 200_000;

/**
 * Writers put pictures while the part of the service that has the files is killed, and again while it is frozen. What was
 * confirmed has to be there byte by byte, everything else whole or not at all, and while nobody has the files nothing may be
 * said to be gone.
 */
export async function sufferOutage(world: StoreWorld, how: 'killed' | 'frozen'): Promise<OutageTally> {
  const { server, bucket } = world;
  const { breakDown, freeze, repair } = server;
  if (breakDown === undefined || freeze === undefined || repair === undefined)
    throw new Error('this server is not ours to break');
  const violations: string[] = [];
  const writing = startWriting(world);
  await writing.reached(writesBefore);
  const known = writing.confirmed()[0];
  if (how === 'killed') await breakDown();
  else freeze();
  const store = await openStore(server, bucket);
  if (known !== undefined) {
    const read = await tried(() => store.get(known[0]));
    if (read !== 'fault' && read.value === undefined) violations.push(`${how}: a picture was said to be gone`);
  }
  await writing.refusedOne();
  await repair();
  writing.goOn();
  await writing.reached(writing.confirmed().length + writesBefore);
  const { confirmed, refused } = await writing.stop();
  for (const [name, bytes] of confirmed) {
    const got = await store.get(name);
    if (got?.equals(bytes) !== true)
      violations.push(`${how}: a confirmed picture is ${got === undefined ? 'gone' : 'another'}`);
    await store.remove(name);
  }
  for (const [name, bytes] of refused) {
    const got = await store.get(name);
    if (got !== undefined && !got.equals(bytes)) violations.push(`${how}: a refused picture is there in part`);
    await store.remove(name);
  }
  return { kept: confirmed.length, refused: refused.length, violations };
}

type Put = readonly [name: string, bytes: Buffer];

function startWriting({ store }: StoreWorld) {
  const [confirmed, refused]: [Put[], Put[]] = [[], []];
  const waiting: { readonly isMet: () => boolean; readonly tell: () => void }[] = [];
  let isOver = false;
  // Whoever was refused waits for the repair: more of the same would tell nothing new.
  const repaired = Promise.withResolvers<void>();
  const note = (): void => {
    for (const each of waiting.filter(({ isMet }) => isMet())) {
      waiting.splice(waiting.indexOf(each), 1);
      each.tell();
    }
  };
  const write = async (): Promise<void> => {
    while (!isOver) {
      const put: Put = [newName(), randomBytes(pictureBytes)];
      const outcome = await tried(() => store.put(...put));
      (outcome === 'fault' ? refused : confirmed).push(put);
      note();
      if (outcome === 'fault') await repaired.promise;
    }
  };
  const all = Promise.all(Array.from({ length: writers }, write));
  const wait = (isMet: () => boolean): Promise<void> =>
    isMet()
      ? Promise.resolve()
      : Promise.race([new Promise<void>((tell) => waiting.push({ isMet, tell })), all.then(() => undefined)]);
  return {
    confirmed: (): readonly Put[] => confirmed,
    reached: (count: number) => wait(() => confirmed.length >= count),
    refusedOne: () => wait(() => refused.length > 0),
    goOn: () => repaired.resolve(),
    stop: async () => {
      isOver = true;
      repaired.resolve();
      await all;
      return { confirmed, refused };
    },
  };
}
