import type { Clock } from '@tern/base/clock';
import type { ObjectStore } from './object-store.ts';
import { openDiskStore } from './open-disk-store.ts';
import { openS3Store, type S3StoreOptions } from './open-s3-store.ts';

export type ObjectStoreChoice =
  | { readonly kind: 'disk'; readonly folder: string }
  | ({ readonly kind: 's3' } & Omit<S3StoreOptions, 'clock' | 'timeoutMs'>);

const timeoutMs = 15_000;

/** The store an installation has chosen. */
export async function openObjectStore(choice: ObjectStoreChoice, clock: Clock): Promise<ObjectStore> {
  return choice.kind === 'disk' ? await openDiskStore(choice) : openS3Store({ ...choice, clock, timeoutMs });
}
