import { oc } from '@orpc/contract';
import { z } from 'zod';
import { assetField } from '../fields.ts';
import {
  bookDay,
  bookMoment,
  bookNumber,
  bookWord,
  dayView,
  journalRow,
  journalView,
  trialBalanceView,
} from './console-books.ts';
import { serviceRefusals } from './service-refusals.ts';

/** A journal without what was noted beside it, and without its key, in which a bonus has the internal id of a person. */
export const serviceJournal = journalView.omit({ details: true, key: true });
export type ServiceJournal = z.infer<typeof serviceJournal>;

export const serviceBooksRoutes = {
  listDays: oc
    .route({
      method: 'GET',
      path: '/books/days',
      summary: 'Closed days with their roots, newest first, 31 at a time',
      description: 'Scope `books:read`.',
      tags: ['books'],
    })
    .input(z.object({ after: bookDay.optional() }))
    .output(z.object({ days: z.array(dayView), after: bookDay.nullable() }))
    .errors(serviceRefusals),

  trialBalance: oc
    .route({
      method: 'GET',
      path: '/books/trial-balance',
      summary: 'Debits and credits of every class of accounts before a moment',
      description: 'Scope `books:read`.',
      tags: ['books'],
    })
    .input(z.object({ at: bookMoment.optional() }))
    .output(trialBalanceView)
    .errors(serviceRefusals),

  listJournals: oc
    .route({
      method: 'GET',
      path: '/books/journals',
      summary: 'Journals, newest first, at most 50 at a time',
      description: 'Scope `books:read`. A page can be empty and name the next one: each reads a bounded stretch.',
      tags: ['books'],
    })
    .input(
      z.object({
        kind: bookWord.optional(),
        from: bookDay.optional(),
        to: bookDay.optional(),
        asset: assetField.optional(),
        after: bookNumber.optional(),
      }),
    )
    .output(z.object({ journals: z.array(journalRow), after: bookNumber.nullable() }))
    .errors(serviceRefusals),

  journal: oc
    .route({
      method: 'GET',
      path: '/books/journals/{id}',
      summary: 'One journal with its transfers and entries',
      description: 'Scope `books:read`.',
      tags: ['books'],
    })
    .input(z.object({ id: bookNumber }))
    .output(serviceJournal)
    .errors(serviceRefusals),
};
