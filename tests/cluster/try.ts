import { findDebian } from './debian.ts';
import { startDatabaseCluster } from './database-cluster.ts';
const folder = process.argv[2]!;
const debian = findDebian(process.argv[3]);
const t=performance.now();
const c = await startDatabaseCluster(debian, folder);
console.log('whole after', performance.now()-t, await c.members(), await c.leader(), await c.synchronous());
console.log(c.patronictl('list'));
await c.stopAll();
