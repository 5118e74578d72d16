import type { ConstantValue, Expr, MapEntry, StructField } from '../../src/cel/ast.ts';

/**
 * Prints a tree as cel-go's `debug.ToAdornedDebugString` does; `adorn` adds to each node.
 */
export function debugString(
  expr: Expr,
  adorn: (node: Expr | MapEntry | StructField) => string,
): string {
  const print = (node: Expr, indent: string): string => body(node, indent) + adorn(node);
  const block = (parts: readonly string[], indent: string): string =>
    parts.length === 0 ? '' : `\n${parts.map((p) => `${indent}  ${p}`).join(',\n')}\n${indent}`;
  const body = (node: Expr, indent: string): string => {
    const inner = `${indent}  `;
    switch (node.kind) {
      case 'const':
        return literal(node.value);
      case 'ident':
        return node.name;
      case 'select':
        return `${print(node.operand, indent)}.${node.field}${node.testOnly ? '~test-only~' : ''}`;
      case 'call': {
        const target = node.target === undefined ? '' : `${print(node.target, indent)}.`;
        const args = node.args.map((arg) => print(arg, inner));
        return `${target}${node.function}(${block(args, indent)})`;
      }
      case 'list': {
        const elements = node.elements.map((element) => print(element, inner));
        return `[${block(elements, indent)}]`;
      }
      case 'map': {
        const entries = node.entries.map((entry) => {
          const mark = entry.optional ? '?' : '';
          return `${mark}${print(entry.key, inner)}:${print(entry.value, inner)}${adorn(entry)}`;
        });
        return `{${block(entries, indent)}}`;
      }
      case 'struct': {
        const fields = node.fields.map((field) => {
          const mark = field.optional ? '?' : '';
          return `${mark}${field.name}:${print(field.value, inner)}${adorn(field)}`;
        });
        return `${node.name}{${block(fields, indent)}}`;
      }
      case 'comprehension': {
        const parts = [
          `// Variable\n${inner}${node.iterVar}`,
          ...(node.iterVar2 === undefined ? [] : [node.iterVar2]),
          `// Target\n${inner}${print(node.iterRange, inner)}`,
          `// Accumulator\n${inner}${node.accuVar}`,
          `// Init\n${inner}${print(node.accuInit, inner)}`,
          `// LoopCondition\n${inner}${print(node.loopCondition, inner)}`,
          `// LoopStep\n${inner}${print(node.loopStep, inner)}`,
          `// Result\n${inner}${print(node.result, inner)}`,
        ];
        return `__comprehension__(\n${parts.map((part) => inner + part).join(',\n')})`;
      }
    }
  };
  return print(expr, '');
}

function literal(value: ConstantValue): string {
  switch (value.type) {
    case 'null':
      return 'null';
    case 'string':
      return quote(value.value);
    case 'bytes':
      return `b${quoteBytes(value.value)}`;
    case 'uint':
      return `${value.value}u`;
    case 'double':
      return double(value.value);
    default:
      return String(value.value);
  }
}

/** Go's `%v` of a double. */
function double(value: number): string {
  const [digits = '', exponent] = value.toExponential().split('e');
  const power = Number(exponent);
  if (value === 0 || (power >= -4 && power < 21)) return Object.is(value, -0) ? '-0' : `${value}`;
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

/** Go's `strconv.Quote`. */
function quote(text: string): string {
  return `"${[...text].map(quoteChar).join('')}"`;
}

function quoteChar(char: string): string {
  const simple = ESCAPES[char];
  if (simple !== undefined) return simple;
  if (/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, '0')}`;
  return code > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
}

function quoteBytes(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; ) {
    const width = [1, 2, 3, 4].find((count) => isCharacter(bytes.subarray(index, index + count)));
    if (width === undefined) text += `\\x${(bytes[index] ?? 0).toString(16).padStart(2, '0')}`;
    else text += quoteChar(new TextDecoder().decode(bytes.subarray(index, index + width)));
    index += width ?? 1;
  }
  return `"${text}"`;
}

function isCharacter(bytes: Uint8Array): boolean {
  try {
    return (
      [...new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)].length === 1
    );
  } catch {
    return false;
  }
}
