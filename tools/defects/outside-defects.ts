import type { Defect } from './defect.ts';

/** What else comes from outside: pictures, pages, links, reports. */
export const outsideDefects: readonly Defect[] = [
  {
    id: 'foreign-format',
    trap: 'A parser for every format (U02, U08)',
    wrong: 'hands files of any format to the decoder',
    faults: [
      {
        file: 'packages/images/src/re-encode-picture.ts',
        in: 'reEncodePicture',
        operator: 'never',
        mentions: ['findPictureType', 'file'],
      },
    ],
    caughtBy: { file: 'packages/images/src/re-encode-picture.test.ts', title: 'U02 SVG is refused by what it is' },
  },
  {
    id: 'webhook-inside',
    trap: 'A webhook into the private network (W19)',
    wrong: 'takes a name of which one address is public',
    faults: [
      {
        file: 'packages/server/src/platform/webhooks/judge-target.ts',
        in: 'judgeTarget',
        operator: 'replace',
        mentions: ['every', 'isPublicAddress', 'addresses'],
        kind: 'call',
        by: '$of.some($0)',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/platform/webhooks/webhook.test.ts',
      title: 'W19 https://hooks.example.com/ at ["203.0.112.9","169.254.169.254"]: target-not-public',
    },
  },
  {
    id: 'webhook-without-time',
    trap: 'A recorded event, sent again (W22)',
    wrong: 'leaves the time out of what is signed',
    faults: [
      {
        file: 'packages/server/src/platform/webhooks/sign-webhook.ts',
        in: 'signWebhook',
        operator: 'replace',
        mentions: ['update', 'createHmac', 'id', 'timestamp', 'body', 'key', 'sha256'],
        kind: 'call',
        by: '$of.update(`${id}.${body}`)',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/platform/webhooks/webhook.test.ts',
      title: 'W21 signs exactly as the example of Standard Webhooks',
    },
  },
  {
    id: 'name-rebinds',
    trap: 'A name that points inside later (W19)',
    wrong: 'connects to whatever a name points to',
    faults: [
      {
        file: 'packages/base/src/lookup-public.ts',
        in: 'lookupPublicWith',
        operator: 'replace',
        mentions: ['filter', 'found', 'isPublicAddress', 'address'],
        kind: 'call',
        by: '$of',
      },
    ],
    caughtBy: {
      file: 'packages/base/src/lookup-public.test.ts',
      title: 'W19 a name that led to a public address and leads inside now is not reached',
    },
  },
  {
    id: 'translated-addresses',
    trap: 'An inner address in other clothes (W19)',
    wrong: 'takes translated addresses for public ones',
    faults: [
      {
        file: 'packages/base/src/public-address.ts',
        in: 'isPublicAddress',
        operator: 'always',
        mentions: ['translated', 'check'],
      },
    ],
    caughtBy: { file: 'packages/base/src/public-address.test.ts', title: 'W19 2002:7f00:1:: is not public' },
  },
  {
    id: 'report-again',
    trap: 'A recorded report, sent again (W22)',
    wrong: 'takes a report of a provider however old it is',
    faults: [
      {
        file: 'packages/server/src/platform/messaging/verify-report-signature.ts',
        in: 'verifyReportSignature',
        operator: 'never',
        mentions: ['abs', 'secondsMax'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/platform/messaging/report-proofs.test.ts',
      title: 'the signature covers the moment, the address and the body',
    },
  },
  {
    id: 'foreign-site',
    trap: 'Another site makes the browser send (W03)',
    wrong: 'does not look from which site a request comes',
    faults: [
      { file: 'services/api/src/check-origin.ts', in: 'checkOrigin', operator: 'never', mentions: ['isForeignSite'] },
    ],
    caughtBy: {
      file: 'services/api/src/edges.db.test.ts',
      title: 'W03 another site, and any body but JSON, moves nothing on any route that changes state',
    },
  },
  {
    id: 'foreign-origin',
    trap: 'Another site makes the browser send (W03)',
    wrong: 'does not look from which origin a request comes',
    faults: [
      {
        file: 'services/api/src/check-origin.ts',
        in: 'checkOrigin',
        operator: 'never',
        mentions: ['origin', 'publicUrl', 'URL'],
      },
    ],
    caughtBy: {
      file: 'services/api/src/edge-requests.db.test.ts',
      title:
        'W03 only the configured origin may change anything: not that of the Host, nor ours by another scheme or port',
    },
  },
  {
    id: 'secret-in-log',
    trap: 'A token of a link in the log (X03)',
    wrong: 'writes every part of a path into the log',
    faults: [
      {
        file: 'services/api/src/logged-path.ts',
        in: 'loggedPath',
        operator: 'always',
        mentions: ['isHarmless', 'part'],
      },
    ],
    caughtBy: {
      file: 'services/api/src/logged-path.test.ts',
      title: 'X03 a secret in any place of any path, however it is written, is not logged',
    },
  },
  {
    id: 'picture-of-another',
    trap: 'Evidence of somebody else (U07)',
    wrong: 'shows a picture to whoever knows its name',
    faults: [
      {
        file: 'packages/server/src/money/activities/read-picture.ts',
        in: 'readPicture',
        operator: 'never',
        mentions: ['allowed'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/money/activities/pictures.db.test.ts',
      title:
        'U07 H17 a picture is its owner’s and, once handed in, the reviewers’; on the announced date it is gone for both',
    },
  },
  {
    id: 'body-without-end',
    trap: 'An upload without an end (U05)',
    wrong: 'writes down a body of any size',
    faults: [
      { file: 'services/api/src/receive-file.ts', in: 'receive', operator: 'never', mentions: ['size', 'bytesMax'] },
    ],
    caughtBy: {
      file: 'services/api/src/activity-pictures.db.test.ts',
      title: 'U05 more than ten megabytes are refused before or while they come, and pictures of nobody are not read',
    },
  },
];
