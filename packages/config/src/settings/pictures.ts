import { z } from 'zod';
import { choice, setting, text, url } from '../setting.ts';

const readers = ['api', 'console', 'worker'] as const;

/** Where pictures are that people hand in for activities. */
export const pictureSettings = {
  PICTURE_STORE: setting(choice(['disk', 's3']), {
    fallback: 'disk',
    describe:
      'disk keeps pictures in DATA_DIR/pictures, for one machine. s3 keeps them in a bucket of an S3-compatible service, for several machines.',
    readBy: readers,
  }),
  S3_ENDPOINT: setting(url(['http:', 'https:']), {
    describe: 'Address of the service, without the bucket.',
    readBy: readers,
  }),
  S3_REGION: setting(text({ maxLength: 60 }), {
    fallback: 'us-east-1',
    describe: 'Region for which requests are signed. Services without regions accept the default.',
    readBy: readers,
  }),
  S3_BUCKET: setting(
    z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        'the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens, the first and the last a letter or digit',
      ),
    { describe: 'Bucket for the pictures and nothing else. It must not be public.', readBy: readers },
  ),
  S3_ACCESS_KEY_ID: setting(text({ maxLength: 128 }), {
    describe: 'Id of the access key whose secret part is the secret s3-secret-key.',
    readBy: readers,
  }),
};
