/**
 * `npm run verify:build -- URL`: builds the wallet from these sources and compares it with what the installation at URL
 * serves, byte by byte. Ends with 1 where anything differs.
 */
import { fileURLToPath } from 'node:url';
import { buildWeb } from '@tern/installation/build-web';
import { compareServed } from './verify/compare-served.ts';

const [origin, ...more] = process.argv.slice(2);
if (origin === undefined || more.length > 0 || !URL.canParse(origin)) {
  process.stderr.write('Usage: npm run verify:build -- URL\n');
  process.exitCode = 2;
} else {
  const root = fileURLToPath(new URL('..', import.meta.url));
  await buildWeb(root);
  const { files, found } = await compareServed(`${root}apps/web/dist`, async (path) => {
    const answer = await fetch(new URL(path, origin), { headers: { 'accept-encoding': 'identity' } });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  });
  for (const finding of found) process.stdout.write(`${finding}\n`);
  if (found.length === 0) process.stdout.write(`${files} files, each as these sources build it\n`);
  else process.exitCode = 1;
}
