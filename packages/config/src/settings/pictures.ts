import { z } from 'zod';
import { choice, setting, text, url } from '../setting.ts';

const readers = ['api', 'worker'] as const;

/** Where pictures are that people hand in for activities. */
export const pictureSettings = {
  PICTURE_STORE: setting(choice(['disk', 's3']), {
    fallback: 'disk',
    describe: 'disk: in DATA_DIR/pictures, for one machine. s3: in a bucket of an S3-compatible service, for several.',
    readBy: readers,
  }),
  S3_ENDPOINT: setting(url(['http:', 'https:']), {
    describe: 'Address of the service, without the bucket.',
    readBy: readers,
  }),
  S3_REGION: setting(text({ maxLength: 60 }), {
    fallback: 'us-east-1',
    describe: 'Region that requests are signed for; services without regions take this one.',
    readBy: readers,
  }),
  S3_BUCKET: setting(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket: 3 to 63 lower-case letters and digits'),
    { describe: 'Bucket for the pictures alone; nobody else may read it.', readBy: readers },
  ),
  S3_ACCESS_KEY_ID: setting(text({ maxLength: 128 }), {
    describe: 'Whose key it is that the secret s3-secret-key holds.',
    readBy: readers,
  }),
};
