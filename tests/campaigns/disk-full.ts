import { randomUUID } from 'node:crypto';
import type { RecordView } from '@tern/contracts/routes/records';
import type { DraftView } from '@tern/contracts/routes/transfers';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem } from '@tern/testkit/system/start-system';
import { readCount, type Campaign } from './campaign.ts';
import { reviveAll, type OutcomeCheck, type CrashWorld } from './crash/crash-world.ts';
import { expectPaid } from './crash/payments.ts';
import { populate } from './populate.ts';
import { moveToSmallDisk, type SmallDisk } from './small-disk.ts';

// Goal: a full disk refuses, and breaks and doubles nothing. Method: all tables of a whole system on a disk of a few
// megabytes, which is filled to the last byte while people send. Once there is room again, what was refused is confirmed
// again under the same key, and everything has to end as one payment each.
const usdt = 1_000_000n;
const diskMegabytes = 96;
/** Sends after which a full disk must have refused something: pages in use have room for a few rows. */
const sendsMax = 60;
const refusalsWanted = 5;
/** Payments the worker has in its hands when the disk fills. */
const underWay = 5;

export const diskFullCampaign: Campaign = {
  usage: ['--times N  how often the disk is filled (default 5); needs root'],
  run: async (options, progress) => {
    const times = readCount(options, 'times', 5);
    const system = await startSystem({ blocks: 'on-demand', settings: { WITHDRAWAL_DAILY_MAX: '100000' } });
    let disk: SmallDisk | undefined;
    const violations: string[] = [];
    let [sent, refused] = [0, 0];
    try {
      const world = await populate(system);
      disk = await moveToSmallDisk(system.db, diskMegabytes);
      for (let round = 1; round <= times; round += 1) {
        const outcome = await sendOnFullDisk(world, disk);
        sent += outcome.sendings.length;
        refused += outcome.refused;
        if (outcome.refused === 0) violations.push(`round ${round}: the full disk refused nothing`);
        for (const check of outcome.sendings) {
          for (const wrong of await check()) violations.push(`round ${round}: ${wrong}`);
        }
        for (const wrong of await system.findContradictions()) violations.push(`round ${round}: ${wrong}`);
        progress(
          `round ${round} of ${times}: ${sent} sends, ${refused} of them refused at first, ${violations.length} violations`,
        );
      }
    } finally {
      await disk?.free();
      await system.stop();
      await disk?.unmount();
    }
    return { figures: { times, sent, refused }, violations };
  },
};

type Sending = { readonly person: Person; readonly draft: DraftView; readonly key: string; readonly to: string };

/** Sends until the disk has refused some, makes room, and confirms those again. */
async function sendOnFullDisk(
  world: CrashWorld,
  disk: SmallDisk,
): Promise<{ readonly sendings: readonly OutcomeCheck[]; readonly refused: number }> {
  const { system } = world;
  const drafted: Sending[] = [];
  // Drafts are rows too, so they are made while there is room.
  for (let index = 0; index < sendsMax; index += 1) {
    const person = world.nextPerson();
    const to = freshAddress();
    drafted.push({ person, to, key: randomUUID(), draft: await person.draft({ to, assetId: 'usdt', amount: '2' }) });
  }
  const accepted: OutcomeCheck[] = [];
  const again: Sending[] = [];
  const accept = ({ to }: Sending, record: RecordView): void => {
    accepted.push(expectPaid(world, { record, to, amount: 2n * usdt }));
  };
  for (const [index, sending] of drafted.entries()) {
    if (again.length >= refusalsWanted) break;
    if (index === underWay) await disk.fill();
    const answer = await sending.person.confirm(sending.draft, { key: sending.key });
    if (answer.status === 200) accept(sending, answer.body as RecordView);
    else if (answer.status >= 500) again.push(sending);
    else throw new Error(`a full disk is nobody's mistake: ${answer.status} ${answer.text}`);
    await system.chain.mine(2);
  }
  await disk.free();
  await reviveAll(system);
  for (const sending of again) {
    const answer = await sending.person.confirm(sending.draft, { key: sending.key });
    if (answer.status !== 200) throw new Error(`confirmed again: ${answer.status} ${answer.text}`);
    accept(sending, answer.body as RecordView);
  }
  return { sendings: accepted, refused: again.length };
}
