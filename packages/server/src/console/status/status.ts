import { toWire } from '@tern/base/to-wire';
import { flowField, type Flow } from '@tern/contracts/routes/console-flows';
import type { IncidentKind, IncidentView, ServiceState, ServiceView } from '@tern/contracts/routes/status';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';

/** Something that is wrong now, or was. */
export type Incident = {
  readonly kind: IncidentKind;
  readonly flow: Flow | null;
  readonly assetId: AssetId | null;
  /** Base units; of a gap alone. */
  readonly missing: Units | null;
  readonly since: Date;
  readonly until: Date | null;
};

/** What is found now; where it has been known for longer, its row says since when. */
export type Finding = Omit<Incident, 'until'>;

/** Longest time without an inspection by the worker that is no reason to think that it stands still. */
const silenceMs = 3 * 60_000;

/** Whether no worker has looked for too long. Both times by the database's clock. */
export function isSilence({ inspectedAt, now }: { readonly inspectedAt: Date | null; readonly now: Date }): boolean {
  return inspectedAt !== null && now.getTime() - inspectedAt.getTime() > silenceMs;
}

/** From the mildest to the gravest. */
const gravity = ['running', 'limited', 'delayed', 'stopped'] as const satisfies readonly ServiceState[];

const everyFlow = flowField.options;

/** What an incident means for each part of the service; a part that is not named goes on. */
function effectsOf({ kind, flow }: Pick<Incident, 'kind' | 'flow'>): readonly (readonly [Flow, ServiceState])[] {
  switch (kind) {
    case 'flow-stopped':
      return flow === null ? [] : [[flow, 'stopped']];
    case 'reserve-gap':
      return [
        ['swaps', 'limited'],
        ['rewards', 'limited'],
      ];
    case 'chain-stalled':
      return [
        ['deposits', 'delayed'],
        ['withdrawals', 'delayed'],
      ];
    case 'processing-stopped':
      return [
        ['deposits', 'delayed'],
        ['withdrawals', 'delayed'],
        ['rewards', 'delayed'],
      ];
    case 'deposits-late':
      return [['deposits', 'delayed']];
    case 'payouts-late':
      return [['withdrawals', 'delayed']];
    case 'sending-paused':
      return [['withdrawals', 'limited']];
    case 'books-broken':
      return [];
    case 'database-down':
      return everyFlow.map((each) => [each, 'stopped'] as const);
  }
}

/** Every part of the service with the gravest that holds of it, and since when that has been so. */
export function judgeServices(incidents: readonly Pick<Incident, 'kind' | 'flow' | 'since'>[]): ServiceView[] {
  return toWire(
    everyFlow.map((service) => {
      const found = incidents.flatMap((incident) =>
        effectsOf(incident)
          .filter(([flow]) => flow === service)
          .map(([, state]) => ({ state, since: incident.since })),
      );
      const state = gravity.findLast((each) => found.some((effect) => effect.state === each)) ?? 'running';
      const times = found.filter((effect) => effect.state === state).map(({ since }) => since.getTime());
      return { service, state, since: times.length === 0 ? null : new Date(Math.min(...times)) };
    }),
  );
}

/** As the API shows it. */
export function renderIncident({ kind, flow, assetId, missing, since, until }: Incident): IncidentView {
  return toWire({
    kind,
    flow,
    assetId,
    missing,
    since,
    until,
  });
}
