/** A process for crash tests: does one thing about an activity and ends, unless `TERN_CRASH_AT` kills it on the way. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ActivityId } from '@tern/base/ids';
import { openDatabase } from '@tern/db/database';
import { openDiskStore } from '@tern/object-store/open-disk-store';
import type { ApiSession } from '../../../platform/api-context.ts';
import { openRepeats } from '../../../platform/idempotency/public.ts';
import { claimReward } from '../claim-reward.ts';
import { payClaims } from '../pay-claims.ts';
import { savePicture } from '../save-picture.ts';
import { submitEntry } from '../submit-entry.ts';

export type ActivityCrashTask = { readonly databaseUrl: string } & (
  | { readonly task: 'send'; readonly folder: string; readonly session: ApiSession; readonly file: string }
  | {
      readonly task: 'enter';
      readonly session: ApiSession;
      readonly activityId: string;
      readonly externalId: string;
      readonly picture: string;
    }
  | { readonly task: 'claim'; readonly session: ApiSession; readonly activityId: string; readonly key: string }
  | { readonly task: 'pay' }
);

const job = JSON.parse(process.argv[2] ?? '') as ActivityCrashTask;
const db = openDatabase({ url: job.databaseUrl, applicationName: 'crash test', poolMax: 2 });
const deps = {
  db,
  factors: { authorizeClaim: () => Promise.resolve() },
  closedCountries: [],
};

switch (job.task) {
  case 'send': {
    const readPicture = async (file: string) => {
      const picture = await readFile(file);
      return { picture, imageHash: createHash('sha256').update(picture).digest() };
    };
    const pictures = await openDiskStore({ folder: job.folder });
    await savePicture({ db, pictures, readPicture }, job.session, job.file);
    break;
  }
  case 'enter':
    await submitEntry(deps, {
      session: job.session,
      activityId: job.activityId as ActivityId,
      externalId: job.externalId,
      picture: job.picture,
    });
    break;
  case 'claim':
    await claimReward(
      deps,
      {
        session: job.session,
        activityId: job.activityId as ActivityId,
        tradePassword: '258036',
        idempotencyKey: job.key,
      },
      openRepeats(),
    );
    break;
  case 'pay':
    await payClaims({ db }, { limit: 10 });
}
await db.close();
