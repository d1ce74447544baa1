export { deliverPushes } from './deliver-pushes.ts';
export { forgetPushes } from './forget-pushes.ts';
export { deleteSubscriptions as deletePushSubscriptions, type WrittenMessage } from './push-store.ts';
export { pushTransport } from './push-transport.ts';
export { queuePushes } from './queue-pushes.ts';
export { queueRequestPush } from './queue-request-push.ts';
export { vapidKeys, type VapidKeys } from './vapid.ts';
