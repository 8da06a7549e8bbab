// The server says in words what an option may be; this reads which field suits it.

export type Field =
  | { kind: "flag" }
  | { kind: "words"; words: string[] }
  | { kind: "number"; low: number | undefined; high: number | undefined; none: boolean }
  | { kind: "text" };

/** "a whole number from 2 to 4" -> a number; "stop or through" -> words; what is not understood is a text. */
export function fieldOf(allowed: string): Field {
  if (allowed === "true or false") return { kind: "flag" };
  const range = /^a (?:whole )?number(?: from (\S+) to (\S+)|, (\S+) or more)?( or none)?$/.exec(allowed);
  if (range) {
    const [, low, high, least, none] = range;
    return { kind: "number", low: numeric(low ?? least), high: numeric(high), none: none !== undefined };
  }
  if (/^\w+( or \w+)+$/.test(allowed)) return { kind: "words", words: allowed.split(" or ") };
  return { kind: "text" };
}

function numeric(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
