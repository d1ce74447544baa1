/** A process for crash tests: does what there is to do, some shares a transaction, unless `TERN_CRASH_AT` kills it on the way. */
import { openDatabase } from '@tern/db/database';
import { distribute } from '../distribute.ts';
import { poolWorldSettings } from './pool-world.ts';

export type DistributeTask = { readonly databaseUrl: string; readonly sharesPerChunk: number };

const { databaseUrl, sharesPerChunk } = JSON.parse(process.argv[2] ?? '') as DistributeTask;
const db = openDatabase({ url: databaseUrl, applicationName: 'crash test', poolMax: 2 });
const pace = { size: () => sharesPerChunk, learn: () => undefined };
while ((await distribute({ db, settings: poolWorldSettings, pace })) > 0);
await db.close();
