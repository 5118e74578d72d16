import {
  isIntOrString,
  itemSchema,
  type StructuralSchema,
} from '../../../src/server/crd/structural.ts';

/** The reason why a column does not show a value, or shows it differently than its author expects. */
interface ColumnMismatch {
  /** The message of the rule. */
  readonly id: 'compound' | 'compoundType' | 'type' | 'date';
  readonly values: {
    readonly column: string;
    readonly type: string;
    readonly what: string;
    readonly effect: string;
    readonly fitting: string;
  };
}

const COLUMN_TYPES: readonly string[] = ['boolean', 'date', 'integer', 'number', 'string'];

/**
 * Compares the type of a printer column with the schema of the field that its path selects; undefined if the column
 * shows every value of the field.
 */
export function columnMismatch(
  column: string,
  schema: StructuralSchema,
): ColumnMismatch | undefined {
  const type = schema.type ?? '';
  if (type === '' || isIntOrString(schema) || !COLUMN_TYPES.includes(column)) return undefined;
  const isTime = type === 'string' && normalized(schema.format) === 'datetime';
  const values = {
    column,
    type,
    what: type === 'array' ? 'a list' : 'an object',
    effect: column === 'date' && type === 'string' ? 'shows <invalid>' : 'is always empty',
    fitting: isTime ? 'date' : type,
  };
  if (type === 'object' || type === 'array') {
    if (column !== 'string') return { id: 'compoundType', values };
    return isListOfScalars(schema) ? undefined : { id: 'compound', values };
  }
  if (column === 'string' || column === type) return undefined;
  if (isNumeric(column) && isNumeric(type)) return undefined;
  if (column !== 'date' || type !== 'string') return { id: 'type', values };
  if (isTime) return undefined;
  return { id: (schema.format ?? '') === '' ? 'date' : 'type', values };
}

/** Reports whether a schema is a list of scalars. Such a list is short, and its JSON is readable. */
function isListOfScalars(schema: StructuralSchema): boolean {
  const { type } = itemSchema(schema) ?? {};
  return schema.type === 'array' && type !== 'object' && type !== 'array';
}

function isNumeric(type: string): boolean {
  return type === 'integer' || type === 'number';
}

/** The server removes dashes from formats before it compares them. */
function normalized(format = ''): string {
  return format.replaceAll('-', '');
}
