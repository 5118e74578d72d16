import { FORMATS, type Format } from '../report/format.ts';
import { isMapping } from '../yaml/index.ts';
import { choice, PATH, type ValueType } from './value-type.ts';

/** A report to write: in which format, and where. */
export interface ReportOutput {
  /** The format. Undefined for the default. */
  readonly format: Format | undefined;
  /** The path of the file. Undefined for standard output. */
  readonly file: string | undefined;
}

/** Describes the error in a list of reports. Undefined if there is none. */
export function outputsProblem(outputs: readonly ReportOutput[]): string | undefined {
  return outputs.filter(({ file }) => file === undefined).length > 1
    ? 'only one report can go to standard output'
    : undefined;
}

const FORMAT = choice('format', FORMATS);

/** A report in a configuration: the name of a format, or a format with a file. */
export const REPORT_OUTPUT: ValueType<ReportOutput> = {
  schema: {
    anyOf: [
      FORMAT.schema,
      {
        type: 'object',
        additionalProperties: false,
        required: ['format', 'output'],
        properties: { format: FORMAT.schema, output: PATH.schema },
      },
    ],
  },
  read: (value, at, context) => {
    if (!isMapping(value)) {
      const format = FORMAT.read(value, at, context);
      return format === undefined ? undefined : { format, file: undefined };
    }
    const unknown = Object.keys(value).find((key) => key !== 'format' && key !== 'output');
    if (unknown !== undefined) {
      context.report([...at, unknown], `unknown key ${unknown}; use format and output`, 'key');
      return undefined;
    }
    const format = FORMAT.read(value.format ?? null, [...at, 'format'], context);
    const file = PATH.read(value.output ?? null, [...at, 'output'], context);
    return format === undefined || file === undefined ? undefined : { format, file };
  },
  write: ({ format = 'text', file }) => (file === undefined ? format : { format, output: file }),
};
