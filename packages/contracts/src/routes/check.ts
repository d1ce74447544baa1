import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, idField, recordIdField, timeField, unitsField } from '../fields.ts';

const numberField = z.coerce.number().int().min(1).max(2_147_483_647);

/** Days of the ledger's public log. */
const logSizeField = z.coerce.number().int().min(1).max(100_000);

/** What was published of everything that was owed at one moment (docs/proof-of-liabilities.md). */
export const snapshotView = z.object({
  number: z.number().int(),
  /** In UTC. */
  day: z.string(),
  takenAt: timeField,
  /** Block, totals, roots and the hash of the statement before, as plain text. */
  statement: z.string(),
  /** SHA-256 of the statement, hexadecimal. */
  statementHash: z.string(),
  /** Whether the lists can still be fetched. */
  listed: z.boolean(),
  /** The transaction that wrote the hash into the chain; null until it is final, and where none did. */
  anchor: z.object({ txId: z.string(), block: z.number().int() }).nullable(),
  /** Texts that keys of addresses with reserves have signed about this statement. */
  signatures: z.array(
    z.object({
      place: z.enum(['hot', 'fee', 'cold']),
      address: z.string(),
      text: z.string(),
      /** 65 bytes over the text as a Tron message, hexadecimal. */
      signatureHex: z.string(),
    }),
  ),
});
export type SnapshotView = z.infer<typeof snapshotView>;

/** This person's own lines with the secrets that open them. */
export const ownLiabilities = z.object({
  number: z.number().int(),
  lines: z.array(
    z.object({
      walletId: idField,
      assetId: assetField,
      /** The wallet's Tron address. */
      owner: z.string(),
      part: z.number().int(),
      amount: unitsField,
      /** 16 secret bytes, hexadecimal. */
      nonce: z.string(),
      /** Of the line in the list, from 0. */
      position: z.number().int(),
      path: z.array(z.object({ hash: z.string(), sum: unitsField, side: z.enum(['left', 'right']) })),
    }),
  ),
});
export type OwnLiabilities = z.infer<typeof ownLiabilities>;

/** A day of the ledger's public log; hashes are hexadecimal (docs/ledger-log.md). */
export const logDayView = z.object({
  /** In the log, from 0. */
  position: z.number().int(),
  /** In UTC. */
  day: z.string(),
  /** Of the tree over the day's entries: a power of two, at least 1,024. */
  leaves: z.number().int(),
  /** Of that tree. */
  root: z.string(),
  /** Of the log whose last day this is. */
  head: z.string(),
});
export type LogDayView = z.infer<typeof logDayView>;

/** The place of a leaf in a tree of `size` leaves, from 0, and the hashes beside its way up (RFC 9162). */
const inclusionField = z.object({ index: z.number().int(), size: z.number().int(), path: z.array(z.string()) });

const bookedEntry = z.object({
  day: z.string(),
  /** The wallet's address. */
  owner: z.string(),
  assetId: z.string(),
  seq: z.string(),
  /** Base units; negative for what went out. */
  amount: z.string(),
  balance: z.string(),
  kind: z.string(),
  code: z.string(),
  /** Microseconds since 1970. */
  time: z.string(),
});

const provenEntry = z.discriminatedUnion('state', [
  bookedEntry.extend({
    state: z.literal('logged'),
    /** 16 secret bytes, hexadecimal. */
    nonce: z.string(),
    /** Of the day. */
    root: z.string(),
    inDay: inclusionField,
    inLog: inclusionField,
  }),
  /** No statement names its day yet. */
  bookedEntry.extend({ state: z.literal('waiting') }),
  /** The log that the statement names has to have it, and does not: the log or the books were changed. */
  bookedEntry.extend({ state: z.literal('missing') }),
]);
export type ProvenEntry = z.infer<typeof provenEntry>;

/** What shows that a record's entries are in the ledger's public log. */
export const recordProof = z.object({
  recordId: idField,
  entries: z.array(provenEntry),
  /** The newest statement, which names the log; null before there is one. */
  statement: z
    .object({
      number: z.number().int(),
      text: z.string(),
      hash: z.string(),
      anchor: z.object({ txId: z.string(), block: z.number().int() }).nullable(),
    })
    .nullable(),
});
export type RecordProof = z.infer<typeof recordProof>;

/** A number of people's things; null where it is from 1 to 9, so that it tells about nobody. */
const countField = z.number().int().nullable();

/** How many were looked at, and how many broke the rule. */
const comparedField = z.object({ compared: countField, broken: z.number().int() });

/** How the rules were kept that the house holds itself to (docs/proof-of-liabilities.md). */
export const conductView = z.object({
  measuredAt: timeField,
  /** Over which `exits`, `fees` and `countries` are counted. */
  days: z.number().int(),
  /** Over which `complaints` and `incidents` are. */
  seldomDays: z.number().int(),
  /** Transfers to the chain, and those for which more was asked than the amount and the shown fee. */
  exits: comparedField,
  /** Paid transfers, and those whose fee was another than shown. */
  fees: comparedField,
  /** Holds that last now, and what is kept after its end. */
  holds: z.object({ open: countField, pastEnd: z.number().int() }),
  /** Shares of distributions, and those given where the country of the person is closed for them. */
  countries: comparedField.extend({ closed: z.array(z.string()) }),
  complaints: z.object({
    /** Days within which an answer is promised. */
    answerDays: z.number().int(),
    /** Answered, or with their time over. */
    judged: countField,
    /** Of these, not answered in time. */
    late: z.number().int(),
    /** Of the late ones, without an answer so far. */
    waiting: z.number().int(),
    /** From filing to the answer, begun days counted whole; null where few were judged and none was late. */
    longestDays: z.number().int().nullable(),
  }),
  /** Of the service, as the status page tells them. */
  incidents: z.number().int(),
});
export type ConductView = z.infer<typeof conductView>;

export const checkRoutes = {
  conduct: oc
    .route({
      method: 'GET',
      path: '/check/rules',
      summary: 'How the rules were kept that the house holds itself to: counts, and nothing about anybody',
      tags: ['check'],
    })
    .output(conductView)
    .errors(declareProblems()),

  listSnapshots: oc
    .route({
      method: 'GET',
      path: '/check/snapshots',
      summary: 'What was published of all that is owed, newest first',
      tags: ['check'],
    })
    .input(z.object({ before: numberField.optional(), limit: z.coerce.number().int().min(1).max(100).default(31) }))
    .output(z.object({ snapshots: z.array(snapshotView), nextBefore: z.number().int().nullable() }))
    .errors(declareProblems()),

  snapshotChunk: oc
    .route({
      method: 'GET',
      path: '/check/snapshots/{number}/lists/{assetId}/{chunk}',
      summary: '1,024 lines of a published list: commitment and amount',
      tags: ['check'],
    })
    .input(
      z.object({ number: numberField, assetId: assetField, chunk: z.coerce.number().int().min(0).max(2_147_483_647) }),
    )
    .output(z.instanceof(Blob))
    .errors(declareProblems()),

  ownLiabilities: oc
    .route({
      method: 'GET',
      path: '/check/snapshots/{number}/mine',
      summary: 'This person’s lines of a snapshot, with their secrets and paths',
      tags: ['check'],
    })
    .input(z.object({ number: numberField }))
    .output(ownLiabilities)
    .errors(declareProblems()),

  listLogDays: oc
    .route({
      method: 'GET',
      path: '/check/log',
      summary: 'The days of the ledger’s public log, oldest first',
      tags: ['check'],
    })
    .input(
      z.object({
        from: z.coerce.number().int().min(0).max(100_000).default(0),
        limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
      }),
    )
    .output(z.object({ days: z.array(logDayView), next: z.number().int().nullable() }))
    .errors(declareProblems()),

  logConsistency: oc
    .route({
      method: 'GET',
      path: '/check/log/consistency',
      summary: 'Shows that the ledger’s public log of so many days is the beginning of a longer one (RFC 9162)',
      tags: ['check'],
    })
    .input(z.object({ from: logSizeField, to: logSizeField }))
    .output(z.object({ path: z.array(z.string()) }))
    .errors(declareProblems()),

  recordProof: oc
    .route({
      method: 'GET',
      path: '/check/records/{id}',
      summary: 'This person’s record in the ledger’s public log: entries, nonces, paths and the statement',
      tags: ['check'],
    })
    .input(z.object({ id: recordIdField }))
    .output(recordProof)
    .errors(declareProblems()),
};
