// A field with a list to choose from.

interface ChoiceProps {
  label: string;
  value: string;
  choose(value: string): void;
  /** What can be chosen: value and words. */
  children: readonly (readonly [string, string])[];
}

export function Choice({ label, value, choose, children }: ChoiceProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {children.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
