import { formOf, secretFileVariable, secrets, type Secret, type SecretName } from './secrets.ts';
import { settingExamples } from './setting-examples.ts';
import { settingForm } from './setting-form.ts';
import type { Setting } from './setting.ts';
import { settings, type SettingName } from './settings.ts';

/** What a person has to know to give one setting or secret a value. */
export type Explanation = {
  readonly name: string;
  readonly meaning: string;
  readonly form: string;
  readonly example: string | undefined;
  readonly usedBy: string;
  /** What counts where nothing is given. */
  readonly unset: string;
};

/** Explains one setting or secret; undefined for any other name. */
export function explain(name: string): Explanation | undefined {
  if (Object.hasOwn(settings, name)) return explainSetting(name as SettingName);
  if (Object.hasOwn(secrets, name)) return explainSecret(name as SecretName);
  return undefined;
}

function explainSetting(name: SettingName): Explanation {
  const each: Setting<unknown> = settings[name];
  const unset = each.fallback === undefined ? 'no value' : each.fallback;
  return {
    name,
    meaning: each.describe,
    form: settingForm(each),
    example: settingExamples[name] ?? each.fallback,
    usedBy: each.readBy.join(', '),
    unset: each.productionMustSet === true ? 'refused in production' : unset,
  };
}

function explainSecret(name: SecretName): Explanation {
  const secret: Secret = secrets[name];
  return {
    name,
    meaning: `Secret: ${secret.describe} It is the content of DATA_DIR/secrets/${name}, or of the file that ${secretFileVariable(name)} names.`,
    form: formOf(secret),
    example:
      secret.origin === 'handed-out' ? undefined : `what "npm run production -- generate --print ${name}" prints`,
    usedBy: secret.readBy.join(', '),
    unset: secret.origin === 'generated' ? 'refused' : 'done without',
  };
}
