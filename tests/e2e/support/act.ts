import type { Locator } from '@playwright/test';

/** Presses the button of an action that is signed; where it asks why, says so and presses it again. */
export async function act(
  scope: Locator,
  button: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  const action = scope.getByRole('button', { name: button, exact: true });
  await action.click();
  const said = Object.entries(fields);
  for (const [label, text] of said) await scope.getByLabel(label, { exact: true }).fill(text);
  if (said.length > 0) await action.click();
}
