import { join } from 'node:path';
import { ConfigError } from './config-error.ts';
import type { Config } from './config.ts';

/** Where pictures are, as `@tern/object-store` wants to know it. */
export type PictureStore =
  | { readonly kind: 'disk'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly accessKeyId: string;
      readonly secretKey: string;
    };

/** Throws `ConfigError` where the secret of the service is missing. */
export function pictureStoreOf(config: Config, secretKey: string | undefined): PictureStore {
  const { pictureStore: kind, s3Endpoint: endpoint, s3Bucket: bucket, s3AccessKeyId: accessKeyId } = config;
  if (kind === 'disk') return { kind, folder: join(config.dataDir, 'pictures') };
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretKey === undefined) {
    throw new ConfigError([{ name: 'secret s3-secret-key', message: 'has to be there where PICTURE_STORE is s3' }]);
  }
  return { kind, endpoint, region: config.s3Region, bucket, accessKeyId, secretKey };
}
