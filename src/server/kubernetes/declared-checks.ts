import { declaredChecks } from './generated/declared-checks.mjs';
import { linesByName } from './lines-by-name.ts';

/** A check of a field that its type declares, such as `maxItems=8`. */
export interface DeclaredCheck {
  readonly name: string;
  /** The text after the equals sign; empty if there is none. */
  readonly value: string;
  /** The feature gate on which the check depends; undefined for most. */
  readonly gate: { readonly name: string; readonly isEnabled: boolean } | undefined;
}

export interface DeclaredField {
  readonly name: string;
  /** True for a pointer in the server's types, which has a value if it is empty or zero. */
  readonly isPointer: boolean;
  /** The feature gate without which the server drops the field; undefined for most. */
  readonly gate: string | undefined;
  readonly checks: readonly DeclaredCheck[];
}

let lines: ReadonlyMap<string, string> | undefined;

/**
 * The fields of a type that declare checks, in the order of the type.
 *
 * Source: the tags `+k8s:` in `types.go` of k8s.io/api.
 *
 * @param definition such as `scheduling.v1beta1.WorkloadSpec`
 */
export function declaredFields(definition: string): readonly DeclaredField[] {
  lines ??= linesByName(declaredChecks());
  const line = lines.get(definition);
  return line === undefined ? [] : line.split(';').map(parseField);
}

function parseField(text: string): DeclaredField {
  const [name = '', ...words] = text.split(' ');
  const checks = words.map(parseCheck);
  return {
    name,
    isPointer: words.includes('pointer'),
    gate: checks.find((check) => check.name === 'gate')?.value,
    checks,
  };
}

const CONDITION = /^if(Enabled|Disabled)\((\w+)\)=/;

function parseCheck(word: string): DeclaredCheck {
  const [condition = '', state, gate] = CONDITION.exec(word) ?? [];
  const [name = '', ...value] = word.slice(condition.length).split('=');
  return {
    name,
    value: value.join('='),
    gate: gate === undefined ? undefined : { name: gate, isEnabled: state === 'Enabled' },
  };
}
