/** @import { PageState } from '../src/page/page-desk.ts' */
/** @import { Assertion, PendingApproval } from '@tern/tron/signer-protocol' */

import { describeStatement, fromBase64Url, limitAssets, readChecklist } from './describe.js';

// The page of the signer's own command. What is shown of a request is read from the statement, and the challenge that a
// key signs is computed here from the same statement: nobody can show one thing and have another signed.

const token = location.hash.slice(1);
history.replaceState(null, '', '/');

const approvalDomain = 'signer approval 1\n';
/** As many lines for witnesses as the sheet has where none is named. */
const witnessLinesMin = 2;
/** COSE numbers of the two kinds of keys that the signer understands. */
const algorithms = /** @type {Readonly<Record<number, 'ES256' | 'EdDSA'>>} */ ({ [-7]: 'ES256', [-8]: 'EdDSA' });
const timeoutMs = 120_000;

/** @param {string} id */
function find(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`${id} is missing`);
  return found;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} text
 * @param {readonly Node[]} children
 */
function make(name, text = '', children = []) {
  const made = document.createElement(name);
  made.textContent = text;
  made.append(...children);
  return made;
}

/**
 * @param {string} name
 * @param {object} body
 */
async function call(name, body = {}) {
  const response = await fetch(`/call/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-page-token': token },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(String(answer.error));
  return answer;
}

/** @param {ArrayBuffer} bytes */
function toBase64Url(bytes) {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} statement */
async function challengeOf(statement) {
  return toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(approvalDomain + statement)));
}

/**
 * @param {string} challenge
 * @param {string} rpId
 * @param {readonly string[]} credentialIds
 * @returns {Promise<Assertion>}
 */
async function sign(challenge, rpId, credentialIds) {
  const used = await navigator.credentials.get({
    publicKey: {
      challenge: fromBase64Url(challenge),
      rpId,
      allowCredentials: credentialIds.map((id) => ({ type: 'public-key', id: fromBase64Url(id) })),
      userVerification: 'required',
      timeout: timeoutMs,
    },
  });
  if (!(used instanceof PublicKeyCredential)) throw new Error('No security key answered.');
  const response = /** @type {AuthenticatorAssertionResponse} */ (used.response);
  return {
    credentialId: toBase64Url(used.rawId),
    authenticatorData: toBase64Url(response.authenticatorData),
    clientDataJson: toBase64Url(response.clientDataJSON),
    signature: toBase64Url(response.signature),
  };
}

/**
 * @param {string} operator
 * @param {PageState} state
 */
async function enrol(operator, state) {
  const { challenge } = await call('begin-enrolment', { operator });
  say('Touch the security key to make a credential.');
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: fromBase64Url(challenge),
      rp: { id: state.rpId, name: 'Signer' },
      user: { id: crypto.getRandomValues(new Uint8Array(32)), name: operator, displayName: operator },
      pubKeyCredParams: Object.keys(algorithms).map((alg) => ({ type: 'public-key', alg: Number(alg) })),
      excludeCredentials: state.enrolled.map(({ credentialId }) => ({
        type: 'public-key',
        id: fromBase64Url(credentialId),
      })),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
      attestation: 'none',
      timeout: timeoutMs,
    },
  });
  if (!(made instanceof PublicKeyCredential)) throw new Error('No security key answered.');
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  const publicKey = response.getPublicKey();
  const algorithm = algorithms[response.getPublicKeyAlgorithm()];
  if (publicKey === null || algorithm === undefined) throw new Error('This security key has another kind of key.');
  const credentialId = toBase64Url(made.rawId);
  say('Touch the same security key once more, to show that it signs.');
  const assertion = await sign(challenge, state.rpId, [credentialId]);
  const credential = { credentialId, algorithm, publicKey: toBase64Url(publicKey) };
  return await call('finish-enrolment', { challenge, credential, assertion });
}

const titles = {
  order: 'Payment above the limits',
  policy: 'Policy of the signer',
  reopening: 'Signing again after a restore',
  'take-over': 'Taking over from the other signer',
};

/**
 * @param {PendingApproval} request
 * @param {PageState} state
 */
async function showRequest(request, state) {
  const said = await describeStatement(request.statement, state.tokens);
  const rows = said.flatMap(([name, value]) => {
    const shownValue = make('bdi', value);
    if (/^T\w{33}$/.test(value)) shownValue.className = 'address';
    return [make('dt', name), make('dd', '', [shownValue])];
  });
  const details = make('details', '', [make('summary', 'Exact text that is signed'), make('pre', request.statement)]);
  const mine = request.credentials.filter(({ rpId }) => rpId === state.rpId);
  const operators = [...new Set(mine.map(({ operator }) => operator))];
  const buttons = operators.map((operator) => {
    const button = make('button', `Sign as ${operator}`);
    button.className = 'main';
    const ids = mine.filter((key) => key.operator === operator).map(({ credentialId }) => credentialId);
    button.addEventListener('click', () => void act(`Signed by ${operator}.`, () => approve(request, ids, state)));
    return button;
  });
  const actions = make('div', '', buttons);
  actions.className = 'actions';
  const ways =
    operators.length > 0
      ? [actions]
      : [
          make(
            'p',
            'No key that decides this was enrolled at this page’s address. Start it with the port of then, or use the command “approve”.',
          ),
        ];
  const box = make('div', '', [
    make('h3', titles[request.kind]),
    make('p', `${request.given} of ${request.needed} operators have signed.`),
    make('dl', '', rows),
    details,
    ...ways,
  ]);
  box.className = 'request';
  return box;
}

/**
 * @param {PendingApproval} request
 * @param {readonly string[]} credentialIds
 * @param {PageState} state
 */
async function approve(request, credentialIds, state) {
  const challenge = await challengeOf(request.statement);
  if (challenge !== request.challenge)
    throw new Error('The request does not fit its own text. Sign nothing, and stop.');
  const assertion = await sign(challenge, state.rpId, credentialIds);
  return await call('approve', { challenge, assertion });
}

/** @param {string} text */
function say(text) {
  find('message').textContent = text;
}

/** @type {PageState | undefined} */
let shown;

/** @param {PageState} state */
async function show(state) {
  const requests = await Promise.all(state.pending.map((request) => showRequest(request, state)));
  shown = state;
  find('content').hidden = false;
  find('signer').textContent = state.signer;
  find('network').textContent = state.network;
  find('enrolment').hidden = state.mode === 'running';
  find('policy').hidden = state.mode !== 'first';
  find('done').hidden = state.mode === 'running';
  find('enrolment-help').textContent =
    state.mode === 'first'
      ? 'Each operator enrols a first key, and a spare one under the same name. You need two operators or more.'
      : 'A further key is proposed at once, and two operators decide below.';
  find('done-help').textContent =
    state.inForce === undefined
      ? 'There is no record to save before the policy is in force. You can print the checklist now.'
      : state.mode === 'first'
        ? 'Part of a policy is in force, set on the machine. You can print the checklist now.'
        : 'The policy is in force. Save the record, and have it verified on another machine.';
  find('enrolled').replaceChildren(
    ...state.enrolled.map(({ operator, fingerprint }) => make('li', `${operator}: key ${fingerprint}`)),
  );
  find('no-pending').hidden = state.pending.length > 0;
  find('pending').replaceChildren(...requests);
  fillChecklist(state);
}

/** @param {PageState} state */
function fillChecklist(state) {
  const { fields, witnesses } = readChecklist(state);
  for (const place of document.querySelectorAll('[data-fill]'))
    place.textContent = fields[/** @type {HTMLElement} */ (place).dataset['fill'] ?? ''] ?? '';
  const lines = Array.from({ length: Math.max(witnesses.length, witnessLinesMin) }, (_, at) => witnesses[at] ?? '');
  find('witness-lines').replaceChildren(
    ...lines.map((name) =>
      make(
        'tr',
        '',
        [name, 'Witness', '', ''].map((text) => make('td', text)),
      ),
    ),
  );
}

/** Every button of what is shown; the record can be saved once there is one. */
function enableButtons() {
  for (const button of document.querySelectorAll('button'))
    button.disabled = button.id === 'save-record' && shown?.inForce === undefined;
}

/**
 * Does one thing at a time, says what came of it, and shows what is true then.
 * @param {string} done
 * @param {() => Promise<PageState>} work
 */
async function act(done, work) {
  const buttons = [...document.querySelectorAll('button')];
  for (const button of buttons) button.disabled = true;
  find('problem').textContent = '';
  try {
    await show(await work());
    say(done);
  } catch (error) {
    say('');
    const closed = error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');
    const known = error instanceof DOMException && error.name === 'InvalidStateError';
    find('problem').textContent = known
      ? 'This security key is enrolled already. Take another one.'
      : closed
        ? 'No security key was used. Nothing was changed; try again.'
        : error instanceof Error
          ? error.message
          : 'This did not work.';
  } finally {
    enableButtons();
  }
}

/** @param {FormData} data */
function draftOf(data) {
  /** @param {string} name */
  const text = (name) => String(data.get(name) ?? '').trim();
  return {
    limits: Object.fromEntries(
      limitAssets.map((id) => [id, { perOrder: text(`${id}-order`), perDay: text(`${id}-day`) }]),
    ),
    feeLimit: text('fee'),
    cold: text('cold'),
    witnesses: text('witnesses')
      .split('\n')
      .map((name) => name.trim())
      .filter(Boolean),
  };
}

find('enrol').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const operator = String(new FormData(form).get('operator')).trim();
  const state = shown;
  if (state === undefined) return;
  void act(`${operator}: the key is enrolled.`, async () => {
    const next = await enrol(operator, state);
    form.reset();
    return next;
  });
});

find('propose').addEventListener('submit', (event) => {
  event.preventDefault();
  const draft = draftOf(new FormData(/** @type {HTMLFormElement} */ (event.target)));
  void act('Proposed. Every operator signs it below.', () => call('propose', draft));
});

find('save-record').addEventListener('click', () => {
  void act('The record is saved.', async () => {
    const { record } = await call('record');
    const link = make('a');
    link.href = URL.createObjectURL(new Blob([record], { type: 'application/json' }));
    link.download = 'signer-record.json';
    link.click();
    URL.revokeObjectURL(link.href);
    return await call('state');
  });
});

find('refresh').addEventListener('click', () => void act('Up to date.', () => call('state')));
find('print').addEventListener('click', () => window.print());

if (token === '') find('problem').textContent = 'Open the link that the command shows. After a reload, open it again.';
else {
  say('Loading…');
  void act('', () => call('state'));
}
