import { explain, type Explanation } from '@tern/config/explain';
import { secrets } from '@tern/config/secrets';
import { settings } from '@tern/config/settings';

/** Explains these names, or every setting and secret. Throws for a name that is neither. */
export function explainAll(names: readonly string[]): string {
  const wanted = names.length === 0 ? [...Object.keys(settings), ...Object.keys(secrets)] : names;
  return wanted
    .map((name) => {
      const about = explain(name);
      if (about === undefined)
        throw new Error(`${name} is neither a setting nor a secret. .env.example lists them all.`);
      return render(about);
    })
    .join('\n\n');
}

function render({ name, meaning, form, example, usedBy, unset }: Explanation): string {
  const rows = [
    ['Form', form],
    ['Example', example],
    ['Used by', usedBy],
    ['If unset', unset],
  ] as const;
  const lines = rows.flatMap(([title, text]) =>
    text === undefined || text === '' ? [] : [`  ${title.padEnd(9)} ${text}`],
  );
  return [name, `  ${meaning}`, ...lines].join('\n');
}
