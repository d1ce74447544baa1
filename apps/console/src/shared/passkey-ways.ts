import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** How a key reaches the browser, by the word it says itself; a newer word stands as it is. */
export const passkeyWays: Readonly<Record<string, MessageDescriptor>> = {
  usb: msg`USB`,
  nfc: msg`NFC`,
  ble: msg`Bluetooth`,
  internal: msg`built in`,
  hybrid: msg`by QR code`,
};

/** Whether other devices can have a copy of it. */
export const passkeyCopies = {
  syncable: msg`Can be copied to other devices`,
  'one-device': msg`Stays on one device`,
} as const satisfies Readonly<Record<string, MessageDescriptor>>;
