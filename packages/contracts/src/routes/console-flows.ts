import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { timeField } from '../fields.ts';
import { proofField, questionView } from './console-access.ts';

/** What can be stopped on its own. */
export const flowField = z.enum(['deposits', 'withdrawals', 'swaps', 'rewards', 'logins', 'connections']);
export type Flow = z.infer<typeof flowField>;

export const switchInput = z.strictObject({
  flow: flowField,
  to: z.enum(['stopped', 'running']),
  note: z.string().trim().min(3).max(400),
});
export type SwitchInput = z.infer<typeof switchInput>;

export const flowView = z.object({
  flow: flowField,
  /** Stands still because the books contradict themselves, whatever operators say. */
  closedByInvariants: z.boolean(),
  stopped: z.object({ reason: z.string(), by: z.string(), at: timeField }).nullable(),
});
export type FlowView = z.infer<typeof flowView>;

export const consoleFlowRoutes = {
  listFlows: oc
    .route({ method: 'GET', path: '/flows', summary: 'Which flows run', tags: ['flows'] })
    .output(z.object({ flows: z.array(flowView) }))
    .errors(declareProblems('ROLE_MISSING')),

  askSwitch: oc
    .route({ method: 'POST', path: '/flows/question', summary: 'The words to be signed', tags: ['flows'] })
    .input(switchInput)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  switchFlow: oc
    .route({ method: 'POST', path: '/flows/switch', summary: 'Stop a flow or let it run, signed', tags: ['flows'] })
    .input(z.strictObject({ said: switchInput, proof: proofField }))
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),
};
