import { apiPolicy, reportingEndpoints } from './content-security.ts';

/** Answers of every kind carry these. A kind that runs or loads something, or may be kept, says so in place of this. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': apiPolicy,
  'reporting-endpoints': reportingEndpoints,
  // The camera reads QR codes, on our own pages alone. A feature that is not named here is one that browsers grant to no
  // frame by themselves, and none of ours uses it.
  'permissions-policy': [
    'camera=(self)',
    ...[
      'accelerometer',
      'autoplay',
      'bluetooth',
      'browsing-topics',
      'display-capture',
      'encrypted-media',
      'fullscreen',
      'gamepad',
      'geolocation',
      'gyroscope',
      'hid',
      'idle-detection',
      'magnetometer',
      'microphone',
      'midi',
      'payment',
      'picture-in-picture',
      'screen-wake-lock',
      'serial',
      'usb',
      'xr-spatial-tracking',
    ].map((name) => `${name}=()`),
  ].join(', '),
};
