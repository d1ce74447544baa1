import { enrolFounders } from './support/founders.ts';
import { test } from './support/test.ts';

test('the installation has its first two operators', async () => {
  await enrolFounders();
});
