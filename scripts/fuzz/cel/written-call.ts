import type { Overload } from '../../../src/cel/declarations.ts';

const INFIX = /^_(.+)_$/;

/** A call of an overload, as an expression writes it. Undefined for a function that only macros call. */
export function writtenCall(
  { function: name, isMember, id }: Overload,
  args: readonly string[],
): string | undefined {
  const [first = 'object', second = 'object', third = 'object'] = args;
  switch (name) {
    case '_?_:_':
      return `(${first} ? ${second} : ${third})`;
    case '_[_]':
      return `${first}[${second}]`;
    case '_[?_]':
      return `${first}[?${second}]`;
    case '_?._':
      return `${first}.?name`;
    case '!_':
    case '-_':
      return `${name[0]}(${first})`;
    case '@in':
      return `(${first} in ${second})`;
    default: {
      if (name.includes('@') || id.startsWith('__')) return undefined;
      const infix = INFIX.exec(name)?.[1];
      if (infix !== undefined) return `(${first} ${infix} ${second})`;
      if (isMember) return `${first}.${name}(${args.slice(1).join(', ')})`;
      return `${name}(${args.join(', ')})`;
    }
  }
}
