/**
 * One reader as a process of its own, so that a test can have it killed at a named point: reads a chain that both sides
 * make from the same few numbers, until nothing is left.
 */
import { openDatabase } from '@tern/db/database';
import { getAddress } from '@tern/tron/address';
import { readBlocks } from '../read-blocks.ts';
import { crashChain } from './crash-chain.ts';
import { depositRules } from './deposit-rules.ts';

const [url = '', ...addresses] = process.argv.slice(2);
const db = openDatabase({ url, applicationName: 'reader' });
// All top-ups come from one source: however many accounts a campaign has, they are no cluster here.
const activation = { accountsPerSource: 1_000 };
const deps = depositRules(db, [crashChain(addresses.map(getAddress)).openNode()], activation);
// One block at a time: each is a transaction to die in.
while ((await readBlocks(deps, { limit: 1 })) > 0);
await db.close();
