import { expect, type Page } from '@playwright/test';
import { openNewcomer } from '../support/account.ts';
import { settled } from '../support/looks.ts';
import { test as base } from '../support/test.ts';
import { readPeople } from './people.ts';
import type { Scene } from './scene.ts';

/** The wallet's test with the people of the scenes. */
export const test = base.extend<{ readonly openScene: (scene: Scene) => Promise<Page> }>({
  openScene: async ({ newDevice, openPage }, use) =>
    use(async (scene) => {
      const people = readPeople();
      const cookies = scene.as === 'newcomer' || scene.as === 'owner' ? people[scene.as].cookies : undefined;
      let own = people.newcomer.person;
      let page: Page;
      if (scene.as === 'own-newcomer') {
        const device = await newDevice();
        ({ person: own } = await openNewcomer(device));
        ({ page } = device);
      } else {
        page = await openPage(cookies);
      }
      await scene.open(page, { ...people, own });
      await settled(page);
      await expect(page).toHaveTitle(/\S · \S/);
      return page;
    }),
});
