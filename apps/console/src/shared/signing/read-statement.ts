import { decisionPrefix, decisionStatement, type DecisionStatement } from '@tern/contracts/decision';
import type { QuestionView } from '@tern/contracts/routes/console-access';
import { toBase64Url } from '@tern/passkeys/bytes';

/** The server wants something signed that is not what it shows. */
export class StatementFault extends Error {
  override name = 'StatementFault';
}

/**
 * What a passkey would sign, to be shown: the challenge is computed from these very words, so nothing else can be signed.
 * Throws `StatementFault` where the server's challenge is another one or its words are not a decision.
 */
export async function readStatement({ statement, challenge }: QuestionView): Promise<DecisionStatement> {
  const bytes = new TextEncoder().encode(`${decisionPrefix}${statement}`);
  const expected = toBase64Url(await crypto.subtle.digest('SHA-256', bytes));
  const read = decisionStatement.safeParse(JSON.parse(statement));
  if (expected !== challenge || !read.success) throw new StatementFault('what is shown is not what would be signed');
  return read.data;
}
