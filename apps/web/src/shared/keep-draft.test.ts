import { beforeEach, expect, test, vi } from 'vitest';
import { deleteOldDrafts, forgetDraft, keepDraft, keepOnlyDraftsOf, readDraft, type DraftPlace } from './keep-draft.ts';

const place: DraftPlace = { owner: 'anna', pathname: '/pages/my/complaints', search: '', entry: 'k1' };
const values = { subject: 'A late deposit' };
const here = { afterLogin: false };

beforeEach(() => {
  const stored: Record<string, string> = {};
  const methods = {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, value: string) => void (stored[name] = value),
    removeItem: (name: string) => void Reflect.deleteProperty(stored, name),
  };
  // As in a browser, whose storage has its entries as keys.
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(stored, { get: (_, name) => Reflect.get(methods, name), ownKeys: () => Object.keys(stored) }),
  );
});

test('a draft is read in the entry of the history it was written in, and in no other', () => {
  keepDraft('complaint', place, values);
  expect(readDraft('complaint', place, here)).toEqual(values);
  expect(readDraft('complaint', { ...place, entry: 'k2' }, here)).toEqual({});
  expect(readDraft('complaint', { ...place, search: '?record=1' }, here)).toEqual({});
  expect(readDraft('another form', place, here)).toEqual({});
});

test('after the login it is read at its address, by the person who wrote it alone', () => {
  keepDraft('complaint', place, values);
  const returned = { ...place, entry: 'k2' };
  expect(readDraft('complaint', returned, { afterLogin: true })).toEqual(values);
  expect(readDraft('complaint', { ...returned, search: '?record=1' }, { afterLogin: true })).toEqual({});
  expect(readDraft('complaint', { ...returned, owner: 'boris' }, { afterLogin: true })).toEqual({});
  expect(readDraft('complaint', { ...place, owner: 'boris' }, here)).toEqual({});
});

const day = 24 * 60 * 60 * 1000;

test('a draft ends a day after its last change, and is deleted when it is met', () => {
  keepDraft('complaint', place, values, 1000);
  expect(readDraft('complaint', place, { ...here, now: 1000 + day })).toEqual(values);
  expect(Object.keys(sessionStorage)).toHaveLength(1);
  expect(readDraft('complaint', { ...place, owner: 'boris' }, { ...here, now: 1001 + day })).toEqual({});
  expect(Object.keys(sessionStorage)).toHaveLength(0);
});

test('at the start of the app every draft older than a day is deleted, whoever wrote it, and nothing else', () => {
  keepDraft('complaint', place, values, 1000);
  keepDraft('swap', { ...place, owner: 'boris', pathname: '/pages/reward/swap' }, { amount: '12.5' }, 1000);
  keepDraft('deposit-search', place, { txId: 'ab' }, 2000);
  sessionStorage.setItem('draft:of an earlier version', '{}');
  sessionStorage.setItem('something else', 'stays');
  deleteOldDrafts(1001 + day);
  expect(Object.keys(sessionStorage)).toEqual(['draft:/pages/my/complaints:deposit-search', 'something else']);
});

test('what is forgotten is gone, and a login leaves the drafts of its person alone', () => {
  keepDraft('complaint', place, values);
  keepDraft('register', { ...place, owner: '', pathname: '/pages/login/register' }, { inviteCode: 'FRIEND1' });
  keepDraft('swap', { ...place, owner: 'boris', pathname: '/pages/reward/swap' }, { amount: '12.5' });
  sessionStorage.setItem('something else', 'stays');
  keepOnlyDraftsOf('anna');
  expect(Object.keys(sessionStorage)).toEqual(['draft:/pages/my/complaints:complaint', 'something else']);
  forgetDraft('complaint', place);
  expect(readDraft('complaint', place, here)).toEqual({});
});
