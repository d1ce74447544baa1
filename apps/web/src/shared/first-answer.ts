let firstAnswerAt: string | undefined;

/** Notes the time of the first answer that this page got, as the server says it. */
export function noteAnswer({ headers }: Response): void {
  const at = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(at)) firstAnswerAt ??= new Date(at).toISOString();
}

/** No answer that this page has is older, but for those it kept on the device. Undefined before the first one. */
export function readFirstAnswerAt(): string | undefined {
  return firstAnswerAt;
}
