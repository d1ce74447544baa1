import type { RecordId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';

/** Where a page of records ended: the next one starts below. */
export type RecordCursor = { readonly createdAt: Date; readonly id: RecordId };

export function encodeRecordCursor({ createdAt, id }: RecordCursor): string {
  return Buffer.from(`${createdAt.getTime().toString(36)}.${id}`).toString('base64url');
}

/** Throws `INPUT_INVALID` unless `text` is a cursor that `encodeRecordCursor` made. */
export function decodeRecordCursor(text: string): RecordCursor {
  const match = /^([0-9a-z]{1,9})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    Buffer.from(text, 'base64url').toString('latin1'),
  );
  const createdAt = new Date(Number.parseInt(match?.[1] ?? '', 36));
  if (match === null || Number.isNaN(createdAt.getTime())) {
    throw problem('INPUT_INVALID', { fields: [{ path: 'cursor', rule: 'cursor' }] });
  }
  return { createdAt, id: match[2] as RecordId };
}
