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
  const named = Map.groupBy(form, ([name]) => name);
  const fields = [...named.keys()]
    .toSorted()
    .flatMap((name) => [...new Set(named.get(name)?.map(([, value]) => name + value))].toSorted())
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

function addressesOf(url: string): readonly string[] {
  const { protocol, port, hostname } = new URL(url);
  if (port !== '') return [url];
  return [url, url.replace(hostname, `${hostname}:${protocol === 'https:' ? 443 : 80}`)];
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
