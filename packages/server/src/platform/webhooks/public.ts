export { openWebhookDelivery } from './deliver-webhooks.ts';
export { forgetWebhooks } from './forget-webhooks.ts';
export { judgeTarget, type Resolve, type TargetFault } from './judge-target.ts';
export { newWebhookSecret, signWebhook } from './sign-webhook.ts';
export { webhookBox } from './webhook-box.ts';
export { webhookTransport } from './webhook-transport.ts';
export {
  changeWebhook,
  insertWebhook,
  lockWebhook,
  rotateSecret,
  selectWebhooks as listWebhooks,
  switchWebhook,
  type Webhook,
} from './webhook-rows.ts';
