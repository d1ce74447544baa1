import { test } from '../support/test.ts';
import { openPeople, writePeople } from './people.ts';

test('the people of the scenes are there', async ({ browser }) => {
  test.setTimeout(240_000);
  writePeople(await openPeople(browser));
});
