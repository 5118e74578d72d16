import type { Overload } from '../../../cel/declarations.ts';
import { type Type, typeText } from '../../../cel/types.ts';
import { type Context, environmentOf } from '../../../server/expressions/environments.ts';
import { MINORS, type Minor } from '../../../server/kubernetes/minors.ts';

/** Reports whether a function is written as such, and not as an operator. */
export function isWritten(name: string): boolean {
  return /^[a-zA-Z]/.test(name);
}

/** The names that the server gives to the types of schemas. */
const DECLARED_TYPE = /^selfType/;

/** A type in words. */
export function shownType(type: Type): string {
  return type.kind === 'struct' && DECLARED_TYPE.test(type.name) ? 'object' : typeText(type);
}

/** The signature of an overload, as it is called: `string.matches(string) -> bool`. */
export function signatureText({ function: name, isMember, params, result }: Overload): string {
  const texts = params.map(typeText);
  const [target = ''] = texts;
  const call = isMember
    ? `${target}.${name}(${texts.slice(1).join(', ')})`
    : `${name}(${texts.join(', ')})`;
  return `${call} -> ${typeText(result)}`;
}

/** The signatures of overloads as Markdown, with the minors of those that not all minors have. */
export function signatures(overloads: readonly Overload[], context: Context): string {
  const lines = overloads.map((overload) => {
    const since = firstMinorWith(overload, context);
    return `${signatureText(overload)}${since === undefined ? '' : ` // since Kubernetes ${since}`}`;
  });
  return `\`\`\`\n${lines.join('\n')}\n\`\`\``;
}

/** The first minor in which an expression can call an overload; undefined if it is the oldest one. */
function firstMinorWith(
  { function: name, id }: Overload,
  { self: _, variables: __, ...context }: Context,
): Minor | undefined {
  const first = MINORS.findIndex((minor) => {
    const declared = environmentOf({ ...context, minor }).findFunction(name);
    return [declared?.members ?? [], declared?.globals ?? []].flat().some((one) => one.id === id);
  });
  return first > 0 ? MINORS[first] : undefined;
}
