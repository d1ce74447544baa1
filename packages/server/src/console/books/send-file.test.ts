import { expect, test } from 'vitest';
import { sendFile } from './send-file.ts';

const file = { name: 'books.csv', type: 'text/csv' };

test('a file is sent piece by piece, under its name', async () => {
  async function* pieces() {
    yield 'one ';
    yield new TextEncoder().encode('zwei 王');
  }
  const { headers, body } = sendFile(file, pieces(), (fault) => expect.unreachable(String(fault)));
  expect(headers['content-disposition']).toBe('attachment; filename="books.csv"');
  expect(await new Response(body).text()).toBe('one zwei 王');
});

test('what breaks it is told and breaks the stream: a short file never looks whole', async () => {
  async function* pieces() {
    yield 'one ';
    throw new Error('gone');
  }
  const faults: unknown[] = [];
  const { body } = sendFile(file, pieces(), (fault) => faults.push(fault));
  await expect(new Response(body).text()).rejects.toThrow('gone');
  expect(faults).toEqual([new Error('gone')]);
});

test('who stops reading stops the writing, and no more is written than is read', async () => {
  const told = { written: 0, ended: false };
  async function* pieces() {
    try {
      for (;;) {
        told.written += 1;
        yield 'line\n';
      }
    } finally {
      told.ended = true;
    }
  }
  const { body } = sendFile(file, pieces(), (fault) => expect.unreachable(String(fault)));
  const reader = body.getReader();
  for (let read = 0; read < 5; read += 1) await reader.read();
  await reader.cancel();
  expect(told.ended).toBe(true);
  expect(told.written).toBeLessThan(8);
});
