import { activityRoutes } from './routes/activities.ts';
import { addressBookRoutes } from './routes/address-book.ts';
import { agreementRoutes } from './routes/agreements.ts';
import { checkRoutes } from './routes/check.ts';
import { closingRoutes } from './routes/closing.ts';
import { complaintRoutes } from './routes/complaints.ts';
import { depositRoutes } from './routes/deposits.ts';
import { discoveryRoutes } from './routes/discovery.ts';
import { homeRoutes } from './routes/home.ts';
import { identityRoutes } from './routes/identity.ts';
import { installationRoutes } from './routes/installation.ts';
import { liveRoutes } from './routes/live.ts';
import { messageRoutes } from './routes/messages.ts';
import { poolRoutes } from './routes/pool.ts';
import { preferenceRoutes } from './routes/preferences.ts';
import { priceAlertRoutes } from './routes/price-alerts.ts';
import { profileRoutes } from './routes/profile.ts';
import { promotionRoutes } from './routes/promotions.ts';
import { protectionRoutes } from './routes/protection.ts';
import { pushRoutes } from './routes/push.ts';
import { recordRoutes } from './routes/records.ts';
import { statusRoutes } from './routes/status.ts';
import { swapRoutes } from './routes/swaps.ts';
import { termRoutes } from './routes/terms.ts';
import { transferRoutes } from './routes/transfers.ts';
import { walletConnectionRoutes } from './routes/wallet-connections.ts';
import { developmentRoutes, walletRoutes } from './routes/wallets.ts';

/** The whole API: server, typed clients and the OpenAPI page are made from this one object. */
export const contract = {
  identity: identityRoutes,
  protection: protectionRoutes,
  installation: installationRoutes,
  status: statusRoutes,
  terms: termRoutes,
  agreements: agreementRoutes,
  wallets: walletRoutes,
  home: homeRoutes,
  records: recordRoutes,
  deposits: depositRoutes,
  promotions: promotionRoutes,
  transfers: transferRoutes,
  swaps: swapRoutes,
  pool: poolRoutes,
  check: checkRoutes,
  activities: activityRoutes,
  addressBook: addressBookRoutes,
  priceAlerts: priceAlertRoutes,
  walletConnections: walletConnectionRoutes,
  messages: messageRoutes,
  push: pushRoutes,
  preferences: preferenceRoutes,
  profile: profileRoutes,
  discovery: discoveryRoutes,
  closing: closingRoutes,
  complaints: complaintRoutes,
  live: liveRoutes,
  development: developmentRoutes,
};
export type Contract = typeof contract;
