import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { manualClock, systemClock } from '@tern/base/clock';
import type { Database } from '@tern/db/database';
import { sql } from 'kysely';
import {
  deleteDuePictures,
  readPicture,
  savePicture,
  sweepOrphans,
} from '../../packages/server/src/money/activities/public.ts';
import { createActivityWorld } from '../../packages/server/src/money/activities/testing/activity-world.ts';
import { CampaignRefused, readCount, type Campaign } from './campaign.ts';
import { askRaw, checks, newName, openStore, type StoreWorld } from './picture-store/checks.ts';
import { sufferOutage } from './picture-store/outages.ts';
import { startSwift, type PictureServer } from './picture-store/swift.ts';

// Goal: pictures in an S3-compatible store are kept, found, refused and deleted as those on a disk are. Method: the store that
// the processes use, against a real server of Debian, or against the service that an installation is going to use; then the
// wallet's own steps over it.
export const picturesCampaign: Campaign = {
  usage: [
    '--root DIR       a Debian tree with swift-proxy, swift-account, swift-container, swift-object and memcached (default /)',
    '--endpoint URL   a service that runs, in place of one of our own; with --bucket NAME, an empty one, --key-id ID,',
    '                 --secret-file FILE and --region NAME. Nothing is left in the bucket',
    '--many N         pictures where many are put (default 1200), --at-once N of them together (default 24)',
    '--outages N      how often a server of our own is killed and frozen under load (default 3)',
  ],
  run: async (options, progress) => {
    const many = readCount(options, 'many', 1200);
    const atOnce = readCount(options, 'at-once', 24);
    const outages = readCount(options, 'outages', 3);
    const isOwn = options['endpoint'] === undefined;
    const server = isOwn ? await startSwift(resolve(options['root'] ?? '/')) : givenServer(options);
    try {
      const bucket = options['bucket'] ?? `pictures${randomBytes(4).toString('hex')}`;
      if (isOwn) await makeBucket(server, bucket);
      const world: StoreWorld = { server, bucket, store: await openStore(server, bucket), many, atOnce };
      const violations = await lookAtChecks(world, progress);
      const figures: Record<string, number | string> = { server: server.name, checks: checks.length, many };
      for (const how of server.breakDown === undefined ? [] : (['killed', 'frozen'] as const)) {
        for (let time = 1; time <= outages; time += 1) {
          const tally = await sufferOutage(world, how);
          violations.push(...tally.violations);
          figures[how] = Number(figures[how] ?? 0) + 1;
          figures['kept'] = Number(figures['kept'] ?? 0) + tally.kept;
          figures['refused'] = Number(figures['refused'] ?? 0) + tally.refused;
          progress(`${how}, time ${time}: ${tally.kept} pictures kept, ${tally.refused} refused`);
        }
      }
      const found = await useInWallet(world);
      violations.push(...found);
      progress(`the wallet's own steps: ${found.length === 0 ? 'hold' : found.join('; ')}`);
      return { figures, violations };
    } finally {
      await server.stop();
    }
  },
};

async function lookAtChecks(world: StoreWorld, progress: (line: string) => void): Promise<string[]> {
  const violations: string[] = [];
  for (const { name, look } of checks) {
    const startedMs = performance.now();
    const found = await look(world);
    violations.push(...found.map((wrong) => `${name}: ${wrong}`));
    const took = `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
    progress(`${name}: ${found.length === 0 ? 'holds' : found.join('; ')} (${took})`);
  }
  return violations;
}

function givenServer(options: Readonly<Record<string, string>>): PictureServer {
  const { endpoint, bucket, 'key-id': accessKeyId, 'secret-file': file, region = 'us-east-1' } = options;
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || file === undefined)
    throw new CampaignRefused('--endpoint needs --bucket, --key-id and --secret-file as well');
  const secretKey = readFileSync(file, 'utf8').trim();
  return { name: endpoint, endpoint, credentials: { accessKeyId, secretKey, region }, stop: () => Promise.resolve() };
}

async function makeBucket(server: PictureServer, bucket: string): Promise<void> {
  const status = await askRaw(server, bucket, { method: 'PUT' });
  if (status !== 200) throw new Error(`the server answered ${status} to a new bucket`);
}

/** What the wallet does with pictures, over this store: sent, seen, deleted on their date, swept, and refused while it is away. */
async function useInWallet({ server, store }: StoreWorld): Promise<readonly string[]> {
  const world = await createActivityWorld();
  const violations: string[] = [];
  const expect = (holds: boolean, sentence: string): void => {
    if (!holds) violations.push(sentence);
  };
  try {
    const deps = { ...world.pictureDeps, pictures: store };
    const person = await world.joiner();
    const seen = (name: string) => readPicture(deps, { as: 'owner', personId: person.personId }, name);
    const { name } = await savePicture(deps, person, 'a scene');
    expect(String(await seen(name)) === 'a scene', 'a saved picture is not the one that was sent');
    const orphan = newName();
    await store.put(orphan, Buffer.from('nobody speaks of it'));
    const keeping = { db: world.asWorker, clock: systemClock, pictures: store };
    expect((await sweepOrphans(keeping)) === 0, 'something young was swept');
    const later = manualClock(new Date(systemClock.nowMs() + 2 * 3_600_000));
    expect((await sweepOrphans({ ...keeping, clock: later })) === 1, 'the orphan was not swept, or more than it');
    expect((await store.get(orphan)) === undefined, 'the orphan is there after it was swept');
    expect((await seen(name)) !== undefined, 'a picture with a row was swept');
    violations.push(...(await useWhileAway(server, deps, person, name)));
    await letDaysPass(world.db);
    expect((await deleteDuePictures(keeping, { limit: 100 })) > 0, 'what was due was not deleted');
    expect((await store.get(name)) === undefined, 'a picture is there after its date');
    return violations;
  } finally {
    await world.close();
  }
}

const letDaysPass = ({ kysely }: Database): Promise<unknown> =>
  sql`UPDATE activity_pictures SET uploaded_at = uploaded_at - interval '100 days',
        delete_at = delete_at - interval '100 days'`.execute(kysely);

async function useWhileAway(
  { breakDown, repair }: PictureServer,
  deps: Parameters<typeof savePicture>[0] & Parameters<typeof readPicture>[0],
  person: Parameters<typeof savePicture>[1] & { readonly personId: string },
  name: string,
): Promise<readonly string[]> {
  if (breakDown === undefined || repair === undefined) return [];
  await breakDown();
  const code = (act: () => Promise<unknown>): Promise<unknown> =>
    act().then(
      () => 'done',
      (error: unknown) => (error as { readonly code?: unknown }).code,
    );
  const said = [
    await code(() => savePicture(deps, person, 'another scene')),
    await code(() => readPicture(deps, { as: 'owner', personId: person.personId }, name)),
  ];
  await repair();
  return said.every((each) => each === 'UNAVAILABLE')
    ? []
    : [`while the store was away, people were told ${said.join(' and ')}`];
}
