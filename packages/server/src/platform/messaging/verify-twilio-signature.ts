import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether `X-Twilio-Signature` is right: base64 of the HMAC-SHA1, with the account's token, over the address as Twilio was given
 * it and every field of the form with its value, in the order of the fields' names. Twilio may leave the usual port out of the
 * address or write it, so both are right. Pure.
 */
export function verifyTwilioSignature(request: {
  readonly token: string;
  readonly url: string;
  readonly form: URLSearchParams;
  readonly signature: string;
}): boolean {
  const { token, form, signature } = request;
  const fields = [...new Set(form.keys())]
    .toSorted(byCodeUnits)
    .flatMap((name) => [...new Set(form.getAll(name))].toSorted(byCodeUnits).map((value) => name + value))
    .join('');
  return addressesOf(request.url).some((url) =>
    isSame(
      createHmac('sha1', token)
        .update(url + fields, 'utf8')
        .digest('base64'),
      signature,
    ),
  );
}

function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function addressesOf(url: string): readonly string[] {
  const { protocol, port, hostname } = new URL(url);
  if (port !== '') return [url];
  return [url, url.replace(hostname, `${hostname}:${protocol === 'https:' ? 443 : 80}`)];
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
