import { expect, test } from 'vitest';
import { listenForFailedPage, tellFailedPage } from './failed-page.ts';

// Goal: a page that fails is heard of once, also where it failed before the part that listens was loaded.

test('a page that failed before anybody listened is heard of once', () => {
  let heard = 0;
  const listen = () => listenForFailedPage(() => (heard += 1));
  tellFailedPage();
  tellFailedPage();
  const end = listen();
  expect(heard).toBe(1);
  tellFailedPage();
  expect(heard).toBe(2);
  end();
  listen()();
  expect(heard).toBe(2);
});
