import { contract } from '@tern/contracts/contract';
import type { FastifyInstance } from 'fastify';
import { registerActivityPictures } from './activity-pictures.ts';
import { registerReference } from './api-reference.ts';
import { registerApi } from './api-routes.ts';
import { registerInboxProxy } from './inbox-proxy.ts';
import { openApp } from './open-app.ts';
import { registerOwnDataCopy } from './own-data-copy.ts';
import { registerPersonFiles } from './person-files.ts';
import { registerPolicyReports } from './policy-reports.ts';
import { registerProviderReports } from './provider-reports.ts';
import { registerRecordExport } from './record-export.ts';
import type { ServerOptions } from './server-options.ts';
import { registerWebFiles } from './web-files.ts';

/** The whole HTTP side of the product, ready to `listen` or `inject`. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = await openApp({ ...options, secure: options.cookies.secure });
  await registerPolicyReports(app, options);
  await registerReference(app, { title: options.productName, version: options.version, contract, at: '/api' });
  await registerPersonFiles(app, options, options.files);
  await registerOwnDataCopy(app, options, options.files);
  if (options.activityPictures !== undefined) {
    await registerActivityPictures(app, options, options.activityPictures);
  }
  if (options.providerReports !== undefined) await registerProviderReports(app, options.providerReports);
  if (options.recordExport !== undefined) registerRecordExport(app, options, options.recordExport);
  registerApi(app, options);
  if (options.inboxUrl !== undefined) registerInboxProxy(app, options.inboxUrl);
  if (options.webFolder !== undefined) await registerWebFiles(app, options.webFolder, options.productName);
  return app;
}
