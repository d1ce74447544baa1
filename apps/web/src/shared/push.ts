import { api } from './api.ts';
import { readBalancesHidden } from './hidden-balances.ts';

/** Whether this device can be told of messages while the app is closed, and is. */
export type PushState = 'unsupported' | 'refused' | 'off' | 'on';

export async function readPushState(): Promise<PushState> {
  const manager = await findManager();
  if (manager === undefined) return 'unsupported';
  if (Notification.permission === 'denied') return 'refused';
  return (await manager.getSubscription()) === null ? 'off' : 'on';
}

/** Asks the person, then the browser's push service, then has the server send there. */
export async function switchPushOn(): Promise<PushState> {
  const manager = await findManager();
  if (manager === undefined) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const { publicKey } = await api.push.pushKey({});
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  try {
    await tellServer(subscription, readBalancesHidden());
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return 'on';
}

export async function switchPushOff(): Promise<PushState> {
  await api.push.unsubscribe({});
  await dropPush();
  return 'off';
}

/** Tells the server anew where this device is reached and whether amounts may show: the first changes now and then by itself. */
export async function renewPush(hideAmounts: boolean): Promise<void> {
  const subscription = await (await findManager())?.getSubscription();
  // Tried again with the next start.
  if (subscription) await tellServer(subscription, hideAmounts).catch(() => undefined);
}

/** Ends it on this device; on the server it ends with the session. */
export async function dropPush(): Promise<void> {
  const subscription = await (await findManager())?.getSubscription();
  await subscription?.unsubscribe().catch(() => undefined);
}

async function findManager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) return undefined;
  return (await navigator.serviceWorker.getRegistration().catch(() => undefined))?.pushManager;
}

async function tellServer(subscription: PushSubscription, hideAmounts: boolean): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await api.push.subscribe({
    endpoint: endpoint ?? '',
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
    hideAmounts,
  });
}
