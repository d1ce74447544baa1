/** Publishes the sample activity of a development installation, unless it is there already. */
import { systemClock } from '@tern/base/clock';
import type { ActivityId } from '@tern/base/ids';
import { installedAssets } from '@tern/config/installed-assets';
import { loadConfig } from '@tern/config/load-config';
import { requireDatabase } from '@tern/config/require-database';
import { openDatabase, type Database } from '@tern/db/database';
import { units } from '@tern/money/units';
import {
  draftActivity,
  listAllActivities,
  publishActivity,
  type ActivityTerms,
} from '@tern/server/money/activities/public';
import { sampleTexts } from './sample-activity.ts';

const rewardTokens = 50n;
const places = 500;
const dayMs = 86_400_000;
const openDays = 90;

const config = loadConfig(process.env);
const db = openDatabase({ url: requireDatabase(config), applicationName: 'publish-sample', poolMax: 1 });
try {
  process.exitCode = await publish(db);
} finally {
  await db.close();
}

async function publish(database: Database): Promise<number> {
  const known = (await listAllActivities(database.kysely, { limit: 100 })).find(({ changedBy }) => changedBy === null);
  if (known !== undefined && known.state !== 'draft') return 0;
  const activityId: ActivityId =
    known?.id ?? (await draftActivity(database, { operatorId: null, terms: sampleTerms() }));
  const outcome = await publishActivity(database, { activityId, operatorId: null });
  process.stdout.write(`The sample activity: ${outcome}\n`);
  return outcome === 'published' ? 0 : 1;
}

function sampleTerms(): ActivityTerms {
  const nowMs = systemClock.nowMs();
  const { decimals } = installedAssets(config).reward;
  return {
    texts: sampleTexts,
    platform: 'Harbour Exchange',
    affiliated: false,
    sampleName: null,
    reward: units(rewardTokens * 10n ** BigInt(decimals)),
    places,
    opensAt: new Date(nowMs),
    closesAt: new Date(nowMs + openDays * dayMs),
    reviewHours: 24,
    pictureDays: 90,
  };
}
