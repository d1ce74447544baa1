import { systemClock } from '@tern/base/clock';
import { openDatabase } from '@tern/db/database';
import { openWebhookDelivery } from '../deliver-webhooks.ts';
import { webhookBox } from '../webhook-box.ts';
import { webhookTransport } from '../webhook-transport.ts';

// A worker that does nothing but deliver, for tests that kill it: node deliver-until-killed.ts DATABASE ORIGIN KEY
const [url = '', origin = '', key = ''] = process.argv.slice(2);
const db = openDatabase({ url, applicationName: 'delivery', poolMax: 4 });
const delivery = openWebhookDelivery({
  db,
  clock: systemClock,
  box: webhookBox(Buffer.from(key, 'hex')),
  send: webhookTransport({ hosts: [origin] }),
  random: () => 1,
  onFailure: () => undefined,
});
for (;;) {
  if ((await delivery.tick()) > 0) continue;
  await delivery.settle();
  process.send?.('idle');
  await new Promise((resolve) => setTimeout(resolve, 20));
}
