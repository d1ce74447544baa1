/** What an example says about a statement of it. */
type Claim = { readonly kind: 'value' | 'error'; readonly text: string };
type Statement = { readonly text: string; readonly claim?: Claim };

const claimPattern = /^(.*?)\s*\/\/ (→|throws) (.*)$/;

/**
 * Makes an example into the body of an async function that calls `expectValue(actual, stated, source)` for every
 * `// → value` and `expectError(run, name, text, source)` for every `// throws Name('text')`. Throws where a claim stands
 * behind no statement.
 *
 * A statement begins with every line that is not indented and begins with no closing bracket; a claim stands at its end or
 * below it, and goes on in the comment lines below that are indented further.
 */
export function compileExample(example: string): string {
  return readStatements(example.split('\n').filter((line) => line.trim() !== ''))
    .map(compileStatement)
    .join('\n');
}

function readStatements(lines: readonly string[]): readonly Statement[] {
  const statements: Statement[] = [];
  for (const line of lines) {
    const [, code = line, sign, claimed = ''] = claimPattern.exec(line) ?? [];
    const last = statements.at(-1);
    if (sign !== undefined) {
      const before = /^(?:[\s)\]}]|$)/.test(code) ? statements.pop() : undefined;
      const text = [before?.text, code].filter((part) => part !== undefined && part !== '').join('\n');
      if (text === '' || before?.claim !== undefined) throw new Error(`nothing in front of: ${line}`);
      statements.push({ text, claim: { kind: sign === '→' ? 'value' : 'error', text: claimed } });
    } else if (last?.claim !== undefined && /^\/\/ {2,}/.test(line)) {
      const text = `${last.claim.text} ${line.replace(/^\/\/ +/, '')}`;
      statements.splice(-1, 1, { ...last, claim: { ...last.claim, text } });
    } else if (last !== undefined && last.claim === undefined && /^[\s)\]}]/.test(line)) {
      statements.splice(-1, 1, { text: `${last.text}\n${line}` });
    } else if (!line.startsWith('//')) {
      statements.push({ text: line });
    }
  }
  return statements;
}

function compileStatement({ text, claim }: Statement): string {
  if (claim === undefined) return text;
  const [, variable] = /^const (\w+) =/.exec(text) ?? [];
  const expression = text.replace(/;$/, '');
  if (claim.kind === 'value') {
    // In brackets, so that an object is no block.
    return variable === undefined
      ? `expectValue((${expression}), (${claim.text}), ${JSON.stringify(text)});`
      : `${text}\nexpectValue(${variable}, (${claim.text}), ${JSON.stringify(text)});`;
  }
  const [, name, detail] = /^(\w+)\('(.*)'\)$/.exec(claim.text) ?? [];
  if (name === undefined) throw new Error(`not an error: ${claim.text}; write Name('part of its message')`);
  return `await expectError(async () => (${expression}), '${name}', '${detail}', ${JSON.stringify(text)});`;
}
