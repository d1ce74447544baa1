import type { ChangeEvent } from 'react';
import { classNames } from '@tern/ui/class-names';

/** One line of text, named by what stands in it while it is empty. */
export function LineField(props: {
  label: string;
  value: string;
  maxLength?: number;
  /** Takes the room that is left. */
  grow?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}) {
  return (
    <input
      className={classNames('input', props.grow && 'grow')}
      aria-label={props.label}
      placeholder={props.label}
      value={props.value}
      maxLength={props.maxLength}
      onChange={props.onChange}
    />
  );
}

/** The name that something is given, below its label. */
export function NameField(props: {
  label: string;
  value: string;
  maxLength: number;
  onChange: (name: string) => void;
}) {
  return (
    <label>
      {props.label}
      <input
        className="input"
        value={props.value}
        maxLength={props.maxLength}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </label>
  );
}

export type Choices<Id extends string> = readonly (readonly [id: Id, name: string])[];

/** One of a few, or none yet. */
export function ChoiceField<Id extends string>(props: {
  label: string;
  /** What stands there while nothing is chosen; the label by default. */
  none?: string;
  value: Id | '';
  choices: Choices<Id>;
  onChange: (id: Id | '') => void;
}) {
  return (
    <select
      className="input"
      aria-label={props.label}
      value={props.value}
      onChange={({ target }) => props.onChange(findId(props.choices, target.value) ?? '')}
    >
      <option value="">{props.none ?? props.label}</option>
      <Options choices={props.choices} />
    </select>
  );
}

/** One of a few, the first one unless another is chosen. */
export function KindField<Id extends string>(props: {
  label: string;
  /** The label stands above the field; without, only readers hear it. */
  labelled?: boolean;
  value: Id;
  choices: Choices<Id>;
  onChange: (id: Id) => void;
}) {
  const select = (
    <select
      aria-label={props.labelled ? undefined : props.label}
      value={props.value}
      onChange={({ target }) => {
        const id = findId(props.choices, target.value);
        if (id !== undefined) props.onChange(id);
      }}
    >
      <Options choices={props.choices} />
    </select>
  );
  if (!props.labelled) return select;
  return (
    <label>
      {props.label}
      {select}
    </label>
  );
}

function Options({ choices }: { choices: Choices<string> }) {
  return choices.map(([id, name]) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

function findId<Id extends string>(choices: Choices<Id>, wanted: string): Id | undefined {
  return choices.find(([id]) => id === wanted)?.[0];
}
