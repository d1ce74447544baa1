import type { Clock } from '@tern/base/clock';
import { problem } from '@tern/contracts/problem';
import type { Database } from '@tern/db/database';
import {
  insertReport,
  providerSlots,
  readReport,
  readTwilioReport,
  verifyReportSignature,
  verifyTwilioSignature,
  type ProviderSlot,
} from '@tern/server/platform/messaging/public';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiPolicy } from './content-security.ts';

/** How a provider shows that a report is its own. */
export type ReportProof =
  | { readonly kind: 'twilio'; readonly token: string }
  | { readonly kind: 'signed'; readonly secret: string };

export type ProviderReportsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  /** Address under which people, and providers, reach this installation. */
  readonly publicUrl: string;
  /** A provider that is not here reports nothing. */
  readonly proofs: Readonly<Partial<Record<ProviderSlot, ReportProof>>>;
};

/** Longer than any report; Twilio's have some twenty short fields. */
const bodyMaxBytes = 8 * 1024;

/**
 * Reports of providers about messages, each signed by its provider. They are kept for the worker; whoever sends one learns only
 * whether the signature is right. Wrong ones are not counted: without a right signature nothing is written, and counting would
 * write.
 */
export async function registerProviderReports(app: FastifyInstance, deps: ProviderReportsDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'application/json'],
      { parseAs: 'string', bodyLimit: bodyMaxBytes },
      async (_: FastifyRequest, body: string) => body,
    );
    scope.post<{ Params: { slot: string } }>('/api/provider-reports/:slot', async (request, reply) => {
      await takeReport(deps, request);
      return reply.status(204).header('cache-control', 'no-store').header('content-security-policy', apiPolicy).send();
    });
  });
}

async function takeReport(
  deps: ProviderReportsDeps,
  request: FastifyRequest<{ Params: { slot: string } }>,
): Promise<void> {
  const slot = providerSlots.find((each) => each === request.params.slot);
  const proof = slot === undefined ? undefined : deps.proofs[slot];
  if (slot === undefined || proof === undefined) throw problem('NOT_FOUND');
  const body = typeof request.body === 'string' ? request.body : '';
  if (!isSigned(deps, { request, proof, body }))
    throw problem('INPUT_INVALID', { fields: [{ path: 'signature', rule: 'wrong' }] });
  const messageId = new URL(request.url, deps.publicUrl).searchParams.get('message') ?? '';
  const report =
    proof.kind === 'twilio'
      ? readTwilioReport({ slot, messageId, form: new URLSearchParams(body) })
      : readReport({ slot, body });
  if (report !== undefined) return insertReport(deps.db.kysely, report);
  // Twilio tells much that we do not keep; whoever writes our own form is told that it is wrong.
  if (proof.kind === 'signed') throw problem('INPUT_INVALID', { fields: [{ path: 'body', rule: 'form' }] });
}

function isSigned(
  { publicUrl, clock }: ProviderReportsDeps,
  { request, proof, body }: { readonly request: FastifyRequest; readonly proof: ReportProof; readonly body: string },
): boolean {
  if (proof.kind === 'signed') {
    const signature = headerOf(request, 'x-report-signature');
    return verifyReportSignature({
      secret: proof.secret,
      address: request.url,
      body,
      signature,
      now: clock.now(),
    });
  }
  const signature = headerOf(request, 'x-twilio-signature');
  return verifyTwilioSignature({
    token: proof.token,
    url: publicUrl + request.url,
    form: new URLSearchParams(body),
    signature,
  });
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}
