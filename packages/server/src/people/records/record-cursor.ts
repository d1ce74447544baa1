import type { RecordId } from '@tern/base/ids';
import { readPlace, writePlace } from '../../platform/list-place.ts';

/** Where a page of records ended: the next one starts below. */
export type RecordCursor = { readonly createdAt: Date; readonly id: RecordId };

export function encodeRecordCursor({ createdAt, id }: RecordCursor): string {
  return Buffer.from(writePlace({ at: createdAt, id })).toString('base64url');
}

/** Throws `INPUT_INVALID` unless `text` is a cursor that `encodeRecordCursor` made. */
export function decodeRecordCursor(text: string): RecordCursor {
  const { at, id } = readPlace<RecordId>(Buffer.from(text, 'base64url').toString('latin1'));
  return { createdAt: at, id };
}
