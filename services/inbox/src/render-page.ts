import type { CaughtMessage } from './message-store.ts';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 12px; padding: 1rem 1.25rem; margin: 1rem 0; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; opacity: .75; font-size: .875rem; }
output { display: block; font: 600 2.25rem/1.3 ui-monospace, monospace; letter-spacing: .12em; user-select: all; }
p { margin: .5rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** The page for people: newest message first, its code large; it reloads itself. */
export function renderPage(messages: readonly CaughtMessage[], title: string): string {
  const list =
    messages.map(renderMessage).join('\n') ||
    '<p>No message yet. Codes and notices show up here within a second or two.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="2">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>Mails and text messages of this development installation. Nothing here has left this machine.</p>
<main>${list}</main>
</body>
</html>
`;
}

function renderMessage({ channel, to, subject, text, code, at }: CaughtMessage): string {
  return `<article>
<header><strong>${escapeHtml(to)}</strong><span>${channel === 'email' ? 'Mail' : 'Text message'} · <time datetime="${at}">${at.slice(11, 19)} UTC</time></span></header>
${code === null ? '' : `<output>${code}</output>`}
${subject === '' ? '' : `<h2>${escapeHtml(subject)}</h2>`}
<p>${escapeHtml(text)}</p>
</article>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
