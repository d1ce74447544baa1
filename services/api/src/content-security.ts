import { createHash } from 'node:crypto';

/** Where browsers report violations of a policy. */
export const policyReportsPath = '/policy-reports';
/** Name of that place in `Reporting-Endpoints`. */
const reportsTo = 'violations';
export const reportingEndpoints = `${reportsTo}="${policyReportsPath}"`;

/** `Content-Security-Policy` of the wallet's pages: own files only, no frames, no inline script but the given ones. */
export function pagePolicy(indexHtml: string): string {
  const scripts = ["'self'", ...inlineScriptHashes(indexHtml)].join(' ');
  return policy({
    'script-src': scripts,
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'media-src': "'self' blob:",
  });
}

/** Of the worker that decodes QR codes: the one place where WebAssembly is compiled. It reaches own files only. */
export const decoderPolicy = policy({ 'script-src': "'self' 'wasm-unsafe-eval'", 'connect-src': "'self'" });

/** Of the worker that asks a Tron node which the person chose: the one place that reaches others. It runs own files only. */
export const nodePolicy = policy({ 'script-src': "'self'", 'connect-src': 'https:' });

/** The API's own answers run and load nothing. */
export const apiPolicy = policy({});

/** Files of people: not even their own markup would run. */
export const sandboxPolicy = `${policy({})}; sandbox`;

/** The reference page: its style library writes style elements. */
export const referencePolicy = policy({
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
});

function policy(directives: Readonly<Record<string, string>>): string {
  const all = {
    'default-src': "'none'",
    ...directives,
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    // Not every browser knows the newer of the two, and those that do ignore the other.
    'report-uri': policyReportsPath,
    'report-to': reportsTo,
  };
  return Object.entries(all)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** Hashes of scripts that the build wrote into the page itself, such as the one that sets the theme before first paint. */
function inlineScriptHashes(html: string): readonly string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
