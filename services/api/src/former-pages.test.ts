import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { contract } from '@tern/contracts/contract';
import { laterEvents } from '@tern/server/people/messages/public';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from './api-reference.ts';
import { compareApis, type Api } from './testing/compare-apis.ts';

// Goal: a page of the version before that is open while the api is upgraded, and one that is handed out meanwhile, go on. Method:
// what the kept releases' pages ask for and know is compared with what this api takes and answers.
const releases = new URL('../../../tests/upgrade/releases/', import.meta.url);
const versions = readdirSync(releases);

/** What former pages may meet after all, and what becomes of it there. A line that is not needed is a fault too. */
const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2.1.0': {
    'GET /wallets →.wallets[].address may be null': 'of an address that the signer has disowned; the page shows none',
    'POST /wallets →.address may be null': 'a new wallet has an address',
    'POST /wallets/{walletId} →.address may be null': 'as in the list',
    'POST /wallets/{walletId}/default →.wallets[].address may be null': 'as in the list',
    'POST /wallets/order →.wallets[].address may be null': 'as in the list',
    'GET /wallets/{walletId}/overview →.wallet.address may be null': 'as in the list',
    'GET /wallets/{walletId}/receive →.address may be null':
      'nobody may send there; the page fails to draw its code and offers to load again',
    'GET /installation →.network.id may be "private"': 'no installation of 2.1.0 has such a network',
    'GET /status →.services[].service may be "connections"': 'the page of the status fails, and offers to load again',
    'GET /status →.incidents[].flow may be "connections"': 'as the service',
    'GET /status →.history[].flow may be "connections"': 'as the service',
    'GET /promotions/activation-prompt →.bonus.state may be "arrived"':
      'the card asks for a country as long as the page is open',
    'POST /promotions/activation-prompt/close →.bonus.state may be "arrived"': 'as before it was closed',
    'POST /transfers/check-address →.verdicts[].code may be "first-time-person"':
      'only for receivers that the page cannot name',
    'GET /identity/security-events →.events[].kind may be':
      'only who used connected sites on a newer page has these events',
    'GET /messages →.messages[].event may be "site-':
      'only who used connected sites on a newer page has these messages',
    'GET /messages/{id} →.event may be "site-': 'as in the list',
    'GET /messages →.messages[].event may be "price-': 'only who set a price alert on a newer page has these messages',
    'GET /messages →.messages[].about may be "price"': 'as its event',
    'GET /messages →.messages[].kind may be "prices"': 'as its event',
    'GET /messages/{id} →.event may be "price-': 'as in the list',
    'GET /messages/{id} →.about may be "price"': 'as its event',
    'GET /messages/{id} →.kind may be "prices"': 'as its event',
    'GET /messages/settings →.muted[] may be "prices"': 'only who switched them off on a newer page',
    'POST /messages/settings →.muted[] may be "prices"': 'as they were',
  },
};

let today: Api;
beforeAll(async () => {
  today = JSON.parse(await describeApi({ title: 'Today', version: '0', contract, at: '/api' })) as Api;
});

const readFormer = (version: string): Api =>
  JSON.parse(gunzipSync(readFileSync(new URL(`${version}/api.json.gz`, releases))).toString()) as Api;

test.each(versions)('pages of %s can ask this api for everything, and know what it answers', (version) => {
  const excused = Object.keys(known[version] ?? {});
  const found = compareApis(readFormer(version), today);
  expect(found.filter((line) => !excused.some((begin) => line.startsWith(begin)))).toEqual([]);
  expect(excused.filter((begin) => !found.some((line) => line.startsWith(begin)))).toEqual([]);
});

test.each(versions)('messages that %s cannot tell are kept out of what it reads', (version) => {
  const lines = compareApis(readFormer(version), today);
  const news = lines.flatMap((line) => /^GET \/messages\/\{id\} →\.event may be "([^"]+)"$/.exec(line)?.[1] ?? []);
  // What support answers is shown as an announcement, which they know; the server of that version does not know the event.
  expect([...new Set(news), 'support-answered'].toSorted()).toEqual([...laterEvents].toSorted());
});

describe('the comparison names', () => {
  const text = { type: 'string' };
  const api = (operation: object): Api => ({ paths: { '/birds': { get: { responses: {}, ...operation } } } });
  const takes = (schema: object): Api => api({ requestBody: { content: { 'application/json': { schema } } } });
  const answers = (schema: object): Api => api({ responses: { 200: { content: { 'application/json': { schema } } } } });
  const object = (properties: object, required: readonly string[] = Object.keys(properties)): object => ({
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  });

  test.each([
    ['a route', api({}), { paths: {} }, 'GET /birds is gone'],
    [
      'a field that is required',
      takes(object({})),
      takes(object({ name: text })),
      'GET /birds body.name is required now',
    ],
    [
      'a field that is refused',
      takes(object({ name: text })),
      takes(object({})),
      'GET /birds body.name is not known any more',
    ],
    [
      'a value that is refused',
      takes({ enum: ['tern', 'gull'] }),
      takes({ enum: ['tern'] }),
      'GET /birds body refuses "gull"',
    ],
    ['a free text that is none', takes(text), takes({ enum: ['tern'] }), 'GET /birds body refuses anything'],
    [
      'a shorter text',
      takes({ ...text, maxLength: 9 }),
      takes({ ...text, maxLength: 8 }),
      'GET /birds body is narrower: maxLength',
    ],
    ['a type that is refused', takes({ anyOf: [text, { type: 'null' }] }), takes(text), 'GET /birds body refuses null'],
    [
      'a parameter that is required',
      api({}),
      api({ parameters: [{ in: 'query', name: 'x', required: true, schema: text }] }),
      'GET /birds query x is required now',
    ],
    [
      'an answer that lacks a field',
      answers(object({ name: text })),
      answers(object({})),
      'GET /birds →.name may be missing',
    ],
    [
      'an answer that may be nothing',
      answers(text),
      answers({ anyOf: [text, { type: 'null' }] }),
      'GET /birds → may be null',
    ],
    ['a new value', answers({ enum: ['tern'] }), answers({ enum: ['tern', 'gull'] }), 'GET /birds → may be "gull"'],
    [
      'a fault deep inside',
      answers({ type: 'array', items: object({ name: text }) }),
      answers({ type: 'array', items: object({}) }),
      'GET /birds →[].name may be missing',
    ],
  ])('%s', (_, former, now, finding) => {
    expect(compareApis(former, now)).toEqual([finding]);
  });

  test('nothing where something is only new', () => {
    expect(compareApis(takes(object({ name: text })), takes(object({ name: text, age: text }, ['name'])))).toEqual([]);
    expect(compareApis(answers(object({ name: text })), answers(object({ name: text, age: text })))).toEqual([]);
    expect(compareApis(answers({ anyOf: [text, { type: 'null' }] }), answers(text))).toEqual([]);
    expect(compareApis(api({}), { paths: { ...api({}).paths, '/eggs': {} } })).toEqual([]);
  });
});
