import { openDatabase } from '@tern/db/database';
import { openPostingLane } from '@tern/ledger/posting-lane';
import { drive } from './load.ts';
import { nextPosting, type Workload } from './postings.ts';

// One process with a lane of its own. Told what to post and for how long, says how many a second it had answered.
type Order = { readonly inFlight: number; readonly seconds: number };

const url = process.env['POSTER_DATABASE_URL'];
if (url === undefined) throw new Error('POSTER_DATABASE_URL has to be set');
const db = openDatabase({ url, applicationName: 'poster' });
const lane = openPostingLane(db);
let workload: Workload | undefined;

process.on('message', (message: Order | Workload) => {
  if ('shape' in message) {
    workload = message;
    process.send?.('ready');
    return;
  }
  const given = workload;
  if (given === undefined) throw new Error('the workload comes first');
  void drive(message, () => lane.post(nextPosting(given))).then((rate) => process.send?.(rate));
});
process.on('disconnect', () => void db.close());
