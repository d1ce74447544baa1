import { formatText } from '../json/format-receipt.ts';
import { textParam } from './handler.ts';
import type { Handler, Request } from './handler.ts';
import { RequestError, javaClasses } from './request-error.ts';

/** An endpoint that calls contracts: what is wrong with a request is told in the result, never as an `Error` of its own. */
export function answerCall(checkParams: (request: Request) => void, answer: Handler): Handler {
  return async (request) => {
    try {
      checkParams(request);
      return await answer(request);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const message = error.toReply().Error.replaceAll('"', "'");
      return { result: { code: 'OTHER_ERROR', message: formatText(message, request.visible) } };
    }
  };
}

/** Of a call that becomes a transaction: caller and contract are named. */
export function checkTriggerParams(request: Request): void {
  for (const name of ['owner_address', 'contract_address']) {
    if (textParam(request, name) === '') throw invalidParameter(`${name} isn't set.`);
  }
}

/** Of a call that is only tried: without a contract it is a deployment of `data`. */
export function checkTrialParams(request: Request): void {
  if (textParam(request, 'owner_address') === '') throw invalidParameter("owner_address isn't set.");
  if (textParam(request, 'contract_address') !== '') return;
  if (textParam(request, 'data') === '') {
    throw invalidParameter('At least one of contract_address and data must be set.');
  }
  if (textParam(request, 'function_selector') !== '') {
    throw invalidParameter('While trying to deploy, function_selector and data can not be both set.');
  }
}

function invalidParameter(text: string): RequestError {
  return new RequestError(text, javaClasses.invalidParameter);
}
