import type { SourceMutation } from './source-mutations.ts';

/** A mutation that can be switched on while the program runs. */
export interface SwitchedMutation extends SourceMutation {
  readonly id: number;
}

/** The function that returns whether a mutation is switched on; the code calls it whenever it reaches the mutation. */
export const SWITCH = '__mutation';

/** A text with one mutation. */
export function mutatedText(
  text: string,
  { start, end, replacement, target }: SourceMutation,
): string {
  const changed = target === 'expression' ? `(${replacement})` : replacement;
  return text.slice(0, start) + changed + text.slice(end);
}

/**
 * A text that has all mutations, each with its switch.
 *
 * @param mutations none overlaps another in part: they are nodes of one tree
 */
export function switchedText(text: string, mutations: readonly SwitchedMutation[]): string {
  // Outer nodes come before the inner ones; of equal nodes, each is inside of the one before.
  const sorted = [...mutations].sort((a, b) => a.start - b.start || b.end - a.end || a.id - b.id);
  return render(text, 0, text.length, sorted);
}

function render(
  text: string,
  from: number,
  to: number,
  mutations: readonly SwitchedMutation[],
): string {
  let rendered = '';
  let position = from;
  for (let index = 0; index < mutations.length; ) {
    const mutation = mutations[index];
    if (mutation === undefined) break;
    const inner: SwitchedMutation[] = [];
    let next = index + 1;
    for (let one = mutations[next]; one !== undefined && one.end <= mutation.end; ) {
      inner.push(one);
      next++;
      one = mutations[next];
    }
    const original = render(text, mutation.start, mutation.end, inner);
    rendered += text.slice(position, mutation.start) + switched(mutation, original);
    if (mutation.target === 'method') rendered = withoutPoint(rendered, mutation);
    position = mutation.end;
    index = next;
  }
  return rendered + text.slice(position, to);
}

function switched({ target, id, replacement }: SwitchedMutation, original: string): string {
  const isOn = `globalThis.${SWITCH}(${id})`;
  switch (target) {
    case 'expression':
      return `(${isOn} ? (${replacement}) : (${original}))`;
    case 'statement':
      return `if (!${isOn}) { ${original} }`;
    case 'method':
      return `[${isOn} ? '${replacement}' : '${original}']`;
  }
}

/** `.[...]` is `[...]`, and `?.[...]` stays. */
function withoutPoint(rendered: string, { id }: SwitchedMutation): string {
  const at = rendered.lastIndexOf(`[globalThis.${SWITCH}(${id})`);
  const before = rendered.slice(0, at).trimEnd();
  return (before.endsWith('?.') ? before : before.slice(0, -1)) + rendered.slice(at);
}
