import { useEffect, useId, useState, type ChangeEvent, type FormEvent } from 'react';

/** A request that a form sends; the mutations of TanStack fit. */
export type Sending = { readonly error: unknown; readonly isPending: boolean; readonly reset: () => void };

/** What the last try was refused with, in words, and the field it is about; without one it stands above the button. */
export type FormRefusal<Name> = { readonly text: string; readonly field: Name | undefined };

type NameOf<Draft> = keyof Draft & string;
type TextNameOf<Draft> = { [Name in NameOf<Draft>]: Draft[Name] extends string ? Name : never }[NameOf<Draft>];

/** What is wrong with fields before anything is sent. */
export type FormFaults<Draft, Fault> = { readonly [Name in NameOf<Draft>]?: Fault | undefined };

export type FormOptions<Draft, Fault> = {
  start: Draft | (() => Draft);
  findFaults?: ((draft: Draft) => FormFaults<Draft, Fault>) | undefined;
  /** A fault in the person's language. */
  say: (fault: Fault) => string;
  sending: Sending;
  refusal: FormRefusal<NameOf<Draft>> | undefined;
  submit: (draft: Draft) => void;
};

/** A form as its fields and `Form` see it. */
export type FormState<Draft> = {
  readonly draft: Draft;
  readonly busy: boolean;
  /** What the last try was refused with, where no field says it. */
  readonly alert: string | undefined;
  /** Of the form's element, in which a fault is looked for. */
  readonly id: string;
  /** What the person does: what was said of the former draft is taken back. */
  readonly change: (changes: Partial<Draft>) => void;
  /** What the form does itself, such as emptying a code that was refused: what was said stays. */
  readonly fill: (changes: Partial<Draft>) => void;
  readonly errorOf: (name: NameOf<Draft>) => string | undefined;
  /** Value, error and change of a text field. */
  readonly text: (name: TextNameOf<Draft>) => {
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  };
  /** Whether these fields are without fault; otherwise they say so, and the first of them is focused. */
  readonly check: (...names: readonly NameOf<Draft>[]) => boolean;
  /** Says nothing of faults until the next try. */
  readonly uncheck: () => void;
  readonly submit: (event: FormEvent) => void;
};

/** All fields, or some of them: a fault is said once somebody has tried to go on with it. */
type Checked = { readonly names: 'all' | readonly string[] };

const none: Checked = { names: [] };

/**
 * What every form does alike. A fault is said when the person tries to go on, and until they change something; the first
 * field at fault is focused, also when it is the server that refuses. A further try while one is under way does nothing.
 */
export function useForm<Draft extends object, Fault>(options: FormOptions<Draft, Fault>): FormState<Draft> {
  const { sending, refusal } = options;
  const id = useId();
  const [draft, setDraft] = useState(options.start);
  const [checked, setChecked] = useState(none);
  const faults: FormFaults<Draft, Fault> = options.findFaults?.(draft) ?? {};
  const { error } = sending;
  useEffect(() => {
    if (error !== null) focusFirstFault(id);
  }, [error, id]);

  const fill = (changes: Partial<Draft>) => setDraft((current) => ({ ...current, ...changes }));
  function change(changes: Partial<Draft>) {
    // A request that is under way cannot be taken back; a second one beside it is what a form must not send.
    if (!sending.isPending) sending.reset();
    fill(changes);
  }
  function errorOf(name: NameOf<Draft>): string | undefined {
    if (refusal?.field === name) return refusal.text;
    const fault = faults[name];
    const isChecked = checked.names === 'all' || checked.names.includes(name);
    return isChecked && fault !== undefined ? options.say(fault) : undefined;
  }
  /** Always a new object: what follows within this event is drawn before the next event is heard. */
  function goOn(wanted: readonly NameOf<Draft>[], names: Checked['names']): boolean {
    setChecked({ names });
    const isFree = wanted.every((name) => faults[name] === undefined);
    if (!isFree) focusFirstFault(id);
    return isFree;
  }
  return {
    draft,
    busy: sending.isPending,
    alert: refusal?.field === undefined ? refusal?.text : undefined,
    id,
    change,
    fill,
    errorOf,
    text: (name) => ({
      // `TextNameOf` names fields that are text.
      value: draft[name] as string,
      error: errorOf(name),
      onChange: (event) => change({ [name]: event.target.value } as Partial<Draft>),
    }),
    check: (...names) => goOn(names, checked.names === 'all' ? 'all' : names),
    uncheck: () => setChecked(none),
    submit: (event) => {
      event.preventDefault();
      const names = Object.keys(faults) as NameOf<Draft>[];
      if (!sending.isPending && goOn(names, 'all')) options.submit(draft);
    },
  };
}

/** Moves to the first field that is marked as wrong, once the marks are drawn. */
function focusFirstFault(formId: string) {
  requestAnimationFrame(() => document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
