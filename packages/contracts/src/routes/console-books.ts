import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, distributionIdField, timeField, unitsField } from '../fields.ts';

const signedUnits = z.string().regex(/^-?(0|[1-9]\d{0,79})$/);
const count = z.number().int().nonnegative();
const [firstDay, lastDay] = ['2000-01-01', '2199-12-31'];
/** In UTC. The calendar of the database does not have every day that can be written. */
export const bookDay = z.iso.date().refine((text) => text >= firstDay && text <= lastDay);
export const bookMoment = timeField.refine((text) => text >= firstDay && text.slice(0, 10) <= lastDay);
const side = z.enum(['debit', 'credit']);
/** The greatest that the database counts to. */
const greatestNumber = 2n ** 63n - 1n;
/** A number of the ledger. It can pass what a browser counts exactly, so it stays text. */
export const bookNumber = z
  .string()
  .regex(/^[1-9]\d{0,18}$/)
  // What does not fit is no text of digits either, and cannot be compared as a number.
  .refine((text) => !/^[1-9]\d{0,18}$/.test(text) || BigInt(text) <= greatestNumber);
export const bookWord = z.string().regex(/^[a-z][a-z0-9:-]{0,99}$/);

/** Days in UTC, both included. */
export const periodInput = z.object({ from: bookDay, to: bookDay }).refine(({ from, to }) => from <= to);

/** An account of the ledger as bookkeepers meet it. */
const accountView = z.object({
  id: bookNumber,
  class: z.string(),
  /** The class, or for a promotion `promotion:<campaign>`. */
  code: z.string(),
  /** The number of the person whose account it is, for customers. */
  person: z.string().nullable(),
});

export const chartView = z.object({
  classes: z.array(
    z.object({
      class: z.string(),
      side,
      guarded: z.boolean(),
      /** On the side of the class. */
      assets: z.array(z.object({ assetId: assetField, balance: signedUnits, accounts: count })),
    }),
  ),
  /** Kinds of journals that exist. */
  kinds: z.array(z.string()),
});
export type ChartView = z.infer<typeof chartView>;

export const trialBalanceView = z.object({
  at: timeField,
  /** The last day that came from its totals; what is later was added up from journals. */
  totalledTo: bookDay.nullable(),
  assets: z.array(
    z.object({
      assetId: assetField,
      debits: unitsField,
      credits: unitsField,
      rows: z.array(
        z.object({ class: z.string(), side, debits: unitsField, credits: unitsField, balance: signedUnits }),
      ),
    }),
  ),
  /** Classes and assets that differ from the accounts' balances, for example `customer usdt`. Null but for the present moment. */
  differing: z.array(z.string()).nullable(),
  tookMs: count,
});
export type TrialBalanceView = z.infer<typeof trialBalanceView>;

export const journalRow = z.object({
  id: bookNumber,
  at: timeField,
  kind: z.string(),
  key: z.string(),
  /** What moved or was held, per asset: the sum of its legs. */
  amounts: z.array(z.object({ assetId: assetField, amount: unitsField })),
  legs: count,
  /** Numbers of the people concerned; of several, the first three. */
  people: z.array(z.string()),
});
export type JournalRowView = z.infer<typeof journalRow>;

export const journalView = z.object({
  ...journalRow.shape,
  contentHash: z.string(),
  details: z.string(),
  reverses: bookNumber.nullable(),
  reversedBy: bookNumber.nullable(),
  /** The first journal of those that were posted in one call. */
  call: bookNumber.nullable(),
  transfers: z.array(
    z.object({
      id: bookNumber,
      leg: count,
      /** posted: moved at once · pending: held · post, void, expire: what became of what was held */
      state: z.enum(['posted', 'pending', 'post', 'void', 'expire']),
      code: z.string(),
      debit: accountView,
      credit: accountView.nullable(),
      assetId: assetField,
      amount: unitsField,
      /** The journal that held it. */
      heldBy: bookNumber.nullable(),
    }),
  ),
  entries: z.array(
    z.object({
      account: accountView,
      assetId: assetField,
      seq: bookNumber,
      /** Positive for a credit. */
      amount: signedUnits,
      balanceAfter: signedUnits,
      hash: z.string(),
      /** Whether it tells what all journals of the call came to. */
      ofCall: z.boolean(),
    }),
  ),
});
export type JournalView = z.infer<typeof journalView>;

export const dayView = z.object({
  day: bookDay,
  journals: count,
  entries: count,
  root: z.string(),
  /** What was debited, and so credited too. Null until the day has its totals. */
  assets: z.array(z.object({ assetId: assetField, amount: unitsField })).nullable(),
});
export type DayView = z.infer<typeof dayView>;

export const reconciliationView = z.object({
  day: bookDay,
  place: z.enum(['hot', 'energy', 'cold', 'deposit']),
  assetId: assetField,
  comparisons: count,
  differing: count,
  books: signedUnits,
  chain: signedUnits,
  blockNumber: count,
  at: timeField,
});
/** Of what is or was missing as many at most; whoever shows them says so once there are as many. */
export const shownGaps = 100;
export const gapView = z.object({
  id: bookNumber,
  assetId: assetField,
  subject: z.string(),
  missing: unitsField,
  openedAt: timeField,
  closedAt: timeField.nullable(),
});
export type ReconciliationView = z.infer<typeof reconciliationView>;
export type GapView = z.infer<typeof gapView>;

const feeSums = {
  /** Fees of sends to the chain, and of swaps. */
  sendFees: signedUnits,
  swapFees: signedUnits,
  /** What of the swap fees goes to the pool and back to people. */
  shared: signedUnits,
  networkCosts: signedUnits,
  /** Fees less what is shared and network costs. */
  margin: signedUnits,
};
export const feesView = z.object({
  assets: z.array(z.object({ assetId: assetField, sends: count, swaps: count, ...feeSums })),
  days: z.array(z.object({ day: bookDay, assetId: assetField, ...feeSums })),
});
export type FeesView = z.infer<typeof feesView>;

export const statementMovement = z.object({
  at: timeField,
  journal: bookNumber,
  kind: z.string(),
  code: z.string(),
  /** The class of the account at the other end. */
  counterparty: z.string(),
  assetId: assetField,
  amount: signedUnits,
  balance: unitsField,
});
export const statementView = z.object({
  person: z.object({ id: z.string(), publicId: z.string(), since: timeField }),
  accounts: z.array(
    z.object({
      wallet: z.string(),
      assetId: assetField,
      opening: unitsField,
      credited: unitsField,
      debited: unitsField,
      closing: unitsField,
      movements: count,
    }),
  ),
  /** The newest of them. */
  movements: z.array(statementMovement),
  tookMs: count,
});
export type StatementView = z.infer<typeof statementView>;

/** What is said of a file that is sent piece by piece. */
const fileOutput = z.object({
  headers: z.record(z.string(), z.string()),
  body: z.custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream),
});

/** Hours for which a file for an auditor may be taken once two operators have said so. */
export const auditFileHours = 24;

export const auditDistributionView = z.object({
  id: distributionIdField,
  startsAt: timeField,
  endsAt: timeField,
  holders: count,
  root: z.string(),
  /** Until when its file may be taken; null where it may not. */
  allowedUntil: timeField.nullable(),
});
export type AuditDistributionView = z.infer<typeof auditDistributionView>;

const person = z.string().trim().min(1).max(40);

export const consoleBooksRoutes = {
  showChart: oc
    .route({ method: 'GET', path: '/books/chart', summary: 'The chart of accounts', tags: ['books'] })
    .output(chartView)
    .errors(declareProblems('ROLE_MISSING')),

  showTrialBalance: oc
    .route({
      method: 'GET',
      path: '/books/trial-balance',
      summary: 'Debits and credits of every class of accounts before a moment',
      tags: ['books'],
    })
    .input(z.object({ at: bookMoment.optional() }))
    .output(trialBalanceView)
    .errors(declareProblems('ROLE_MISSING')),

  searchJournals: oc
    .route({ method: 'GET', path: '/books/journals', summary: 'Journals, newest first', tags: ['books'] })
    .input(
      z.object({
        /** A number of a journal, or its idempotency key. */
        id: z.string().trim().min(1).max(200).optional(),
        kind: bookWord.optional(),
        from: bookDay.optional(),
        to: bookDay.optional(),
        /** A class or code of the chart, or the number of an account. */
        account: z.union([bookWord, bookNumber]).optional(),
        /** Their number, or the id of the page about them. */
        person: person.optional(),
        assetId: assetField.optional(),
        /** Of one leg exactly, as written: `12.5`. */
        amount: z
          .string()
          .regex(/^\d{1,40}([.]\d{1,18})?$/)
          .optional(),
        before: bookNumber.optional(),
      }),
    )
    .output(
      z.object({
        journals: z.array(journalRow),
        /** Where the search goes on; null where there is nothing older. */
        next: bookNumber.nullable(),
        /** How far back it looked. */
        searchedTo: timeField.nullable(),
      }),
    )
    .errors(declareProblems('ROLE_MISSING')),

  journal: oc
    .route({ method: 'GET', path: '/books/journals/{id}', summary: 'One journal with its entries', tags: ['books'] })
    .input(z.object({ id: bookNumber }))
    .output(journalView)
    .errors(declareProblems('ROLE_MISSING', 'NOT_FOUND')),

  listDays: oc
    .route({ method: 'GET', path: '/books/days', summary: 'Closed days with their roots', tags: ['books'] })
    .input(z.object({ before: bookDay.optional() }))
    .output(z.object({ days: z.array(dayView), next: bookDay.nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  verifyDay: oc
    .route({
      method: 'GET',
      path: '/books/days/{day}/verification',
      summary: 'Compute root and totals of a closed day again',
      tags: ['books'],
    })
    .input(z.object({ day: bookDay }))
    .output(z.object({ root: z.string(), rootMatches: z.boolean(), wrongTotals: z.array(z.string()).nullable() }))
    .errors(declareProblems('ROLE_MISSING', 'NOT_FOUND')),

  listReconciliations: oc
    .route({
      method: 'GET',
      path: '/books/reconciliations',
      summary: 'Comparisons of books and chain by day, and what was missing',
      tags: ['books'],
    })
    .input(z.object({ before: bookDay.optional() }))
    .output(z.object({ days: z.array(reconciliationView), gaps: z.array(gapView), next: bookDay.nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  showFees: oc
    .route({ method: 'GET', path: '/books/fees', summary: 'Fees, network costs and what is left', tags: ['books'] })
    .input(periodInput)
    .output(feesView)
    .errors(declareProblems('ROLE_MISSING')),

  exportBooks: oc
    .route({
      method: 'POST',
      path: '/books/export',
      summary: 'Journals of a period as a file, sent piece by piece',
      tags: ['books'],
      outputStructure: 'detailed',
    })
    .input(
      z
        .object({
          from: bookDay,
          to: bookDay,
          format: z.enum(['csv', 'jsonl']),
          /** The last journal of a file that broke off: this one begins after it. */
          after: bookNumber.optional(),
        })
        .refine(({ from, to }) => from <= to),
    )
    .output(fileOutput)
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),

  listDistributions: oc
    .route({
      method: 'GET',
      path: '/books/distributions',
      summary: 'Distributions with whether their file for an auditor may be taken',
      tags: ['books'],
    })
    .input(z.object({ before: bookMoment.optional() }))
    .output(z.object({ distributions: z.array(auditDistributionView), next: timeField.nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  takeAuditFile: oc
    .route({
      method: 'POST',
      path: '/books/distributions/{id}/histories',
      summary: 'How everybody’s balance went in the period of a distribution, without names, as a file for an auditor',
      tags: ['books'],
      outputStructure: 'detailed',
    })
    .input(z.object({ id: distributionIdField }))
    .output(fileOutput)
    .errors(declareProblems('ROLE_MISSING', 'NOT_FOUND', 'DECISION_REFUSED')),

  showStatement: oc
    .route({
      method: 'GET',
      path: '/books/statement',
      summary: 'What a person had and what moved in a period',
      tags: ['books'],
    })
    .input(z.object({ person, from: bookDay, to: bookDay }).refine(({ from, to }) => from <= to))
    .output(statementView)
    .errors(declareProblems('ROLE_MISSING', 'NOT_FOUND')),

  exportStatement: oc
    .route({
      method: 'POST',
      path: '/books/statement/export',
      summary: 'A person’s statement as a file',
      tags: ['books'],
      outputStructure: 'detailed',
    })
    .input(
      z
        .object({
          person,
          from: bookDay,
          to: bookDay,
          format: z.enum(['pdf', 'csv']),
          language: z.enum(['en', 'zh-Hans']),
          /** Whom the paper is made out to, as they write it; it stands on the paper alone. */
          name: z.string().trim().max(80).optional(),
          note: z.string().trim().min(3).max(400),
        })
        .refine(({ from, to }) => from <= to),
    )
    .output(fileOutput)
    .errors(declareProblems('ROLE_MISSING', 'NOT_FOUND', 'DECISION_REFUSED', 'STATEMENT_TOO_LONG')),
};
