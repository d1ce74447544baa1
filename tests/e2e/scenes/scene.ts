import type { Page } from '@playwright/test';
import type { Person } from '../support/person.ts';
import type { People } from './people.ts';

/** A state of a screen worth looking at, reached as a person reaches it. */
export type Scene = {
  /** Names the pictures: kebab-case. */
  readonly name: string;
  /** Who looks: nobody signed in, somebody just registered who may be shared or changed, or one with money and a past. */
  readonly as: 'visitor' | 'newcomer' | 'own-newcomer' | 'owner';
  /** `own` is who looks, where that is nobody else's newcomer. */
  readonly open: (page: Page, people: People & { readonly own: Person }) => Promise<void>;
};
