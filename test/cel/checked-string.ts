import type { ConstantValue, Expr } from '../../src/cel/ast.ts';
import type { CheckedAst } from '../../src/cel/check/checked-ast.ts';
import { formatType } from '../../src/cel/types.ts';

/**
 * A checked expression as cel-go prints it for debugging, on one line: `~` before each type, `^` before each
 * variable or overload. Source: `common/debug/debug.go` and `checker/printer.go` of cel-go.
 */
export function checkedString(checked: CheckedAst): string {
  return write(checked.ast.expr, checked);
}

/** The output of cel-go, on one line. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\n */g, '');
}

function write(expr: Expr, checked: CheckedAst): string {
  return content(expr, checked) + adornment(expr, checked);
}

function adornment(expr: Expr, { types, references }: CheckedAst): string {
  const type = types.get(expr.id);
  const reference = references.get(expr.id);
  const name =
    reference === undefined || expr.kind === 'map'
      ? ''
      : `^${reference.kind === 'variable' ? reference.name : [...reference.overloads].sort().join('|')}`;
  return `${type === undefined ? '' : `~${formatType(type)}`}${name}`;
}

function content(expr: Expr, checked: CheckedAst): string {
  const each = (exprs: readonly Expr[]) => exprs.map((item) => write(item, checked)).join(',');
  const reference = checked.references.get(expr.id);
  switch (expr.kind) {
    case 'const':
      return literal(expr.value);
    case 'ident':
      return reference?.kind === 'variable' ? reference.name : expr.name;
    case 'select': {
      if (reference?.kind === 'variable') return reference.name;
      return `${write(expr.operand, checked)}.${expr.field}${expr.testOnly ? '~test-only~' : ''}`;
    }
    case 'call': {
      const called = reference?.kind === 'function' ? reference : undefined;
      const name = called?.name ?? expr.function;
      const target =
        expr.target === undefined || called?.isNamespaced === true
          ? ''
          : `${write(expr.target, checked)}.`;
      return `${target}${name}(${each(expr.args)})`;
    }
    case 'list':
      return `[${each(expr.elements)}]`;
    case 'map':
      return `{${expr.entries
        .map(
          ({ key, value, optional }) =>
            `${optional ? '?' : ''}${write(key, checked)}:${write(value, checked)}`,
        )
        .join(',')}}`;
    case 'struct': {
      const name = reference?.kind === 'variable' ? reference.name : expr.name;
      return `${name}{${expr.fields
        .map((field) => `${field.optional ? '?' : ''}${field.name}:${write(field.value, checked)}`)
        .join(',')}}`;
    }
    case 'comprehension':
      return [
        '__comprehension__(// Variable',
        `${expr.iterVar},`,
        expr.iterVar2 === undefined ? '' : `${expr.iterVar2},`,
        `// Target${write(expr.iterRange, checked)},`,
        `// Accumulator${expr.accuVar},`,
        `// Init${write(expr.accuInit, checked)},`,
        `// LoopCondition${write(expr.loopCondition, checked)},`,
        `// LoopStep${write(expr.loopStep, checked)},`,
        `// Result${write(expr.result, checked)})`,
      ].join('');
  }
}

function literal(value: ConstantValue): string {
  switch (value.type) {
    case 'null':
      return 'null';
    case 'bool':
    case 'int':
      return String(value.value);
    case 'uint':
      return `${value.value}u`;
    case 'double':
      return double(value.value);
    case 'string':
      return quote(new TextEncoder().encode(value.value));
    case 'bytes':
      return `b${quote(value.value)}`;
  }
}

/** A double as Go's `%v` has it: with an exponent below 1e-4 and from 1e6 on. */
function double(value: number): string {
  if (Object.is(value, -0)) return '-0';
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '"': '\\"',
  '\\': '\\\\',
};

/** A text in quotes as Go's `strconv.Quote` writes it. */
function quote(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; ) {
    const [char, size] = charAt(bytes, index);
    index += size;
    if (char === undefined) text += `\\x${hex(bytes[index - size] ?? 0, 2)}`;
    else
      text +=
        ESCAPES[char] ?? (/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(char) ? char : escapeCode(char));
  }
  return `"${text}"`;
}

function escapeCode(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

/** The character at an index, and how many bytes it has; undefined if the bytes are none. */
function charAt(bytes: Uint8Array, index: number): readonly [string | undefined, number] {
  for (const size of [1, 2, 3, 4]) {
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
      return [decoder.decode(bytes.subarray(index, index + size)), size];
    } catch {
      // Not a whole character yet.
    }
  }
  return [undefined, 1];
}
