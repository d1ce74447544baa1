import { ORPCError } from '@orpc/client';
import type { EvidencePicture } from '@tern/contracts/routes/activities';
import { withAgreement } from '../../../shared/agreement-request.ts';

const answerWithinMs = 60_000;

type UploadOptions = { readonly onProgress: (sentBytes: number) => void; readonly signal: AbortSignal };

/**
 * Sends a picture as it is and tells how many of its bytes are under way. Throws an `ORPCError` with the problem's code, or
 * any other error when no answer came or `signal` ended it.
 */
export function uploadPicture(picture: Blob, options: UploadOptions): Promise<EvidencePicture> {
  return withAgreement(() => uploadOnce(picture, options));
}

function uploadOnce(picture: Blob, { onProgress, signal }: UploadOptions): Promise<EvidencePicture> {
  return new Promise((resolve, reject) => {
    // The one way a browser tells how far a body has come.
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error('the picture was not taken'));
    request.open('POST', '/api/activities/pictures');
    request.setRequestHeader('content-type', picture.type);
    request.responseType = 'json';
    request.timeout = answerWithinMs;
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, picture.size));
    request.onerror = fail;
    request.ontimeout = fail;
    request.onabort = fail;
    request.onload = () => {
      const answer: unknown = request.response;
      if (request.status === 200) resolve(answer as EvidencePicture);
      else if (isRefusal(answer)) reject(new ORPCError(answer.code, { data: answer.data }));
      else fail();
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(picture);
  });
}

function isRefusal(answer: unknown): answer is { code: string; data?: unknown } {
  return typeof answer === 'object' && answer !== null && 'code' in answer && typeof answer.code === 'string';
}
