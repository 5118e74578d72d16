import type { Path } from '../../yaml/index.ts';
import type { MinorRange } from '../kubernetes/minors.ts';

export type { Path };

/** The type that a field requires. */
export type ExpectedType =
  | 'string'
  | 'boolean'
  | 'list'
  | 'object'
  | 'integer'
  | 'number'
  | 'quantity'
  | 'integer or string'
  | 'base64 text'
  | 'time'
  | 'schema or boolean';

/** The type of the value that is there instead. */
export type ActualType = 'string' | 'boolean' | 'number' | 'list' | 'object';

/** A change of an unknown field. */
export type FieldCorrection =
  /** The field should have another name in the same object. */
  | { readonly kind: 'rename'; readonly name: string }
  /** The same name in another mapping of the object, which has no such field yet. */
  | { readonly kind: 'move'; readonly to: Path };

/** A correction of a field of an object at a path of the document, with the paths of the document. */
export function correctionAt(
  at: Path,
  correction: FieldCorrection | undefined,
): FieldCorrection | undefined {
  return correction?.kind === 'move' ? { kind: 'move', to: [...at, ...correction.to] } : correction;
}

/** The probable intention of an unknown field. */
export interface FieldIntention {
  /**
   * The name of another field of the object, or the path of the field in another object, in the form of `field`.
   * Undefined if no field is similar.
   */
  readonly suggestion: string | undefined;
  /** The path of the suggested field from the root of the object. */
  readonly meant: Path | undefined;
  /** The only possible correction of the field. Undefined if no field is similar, or several fields are. */
  readonly correction: FieldCorrection | undefined;
  /** True if all fields of its mapping are unknown, so that the mapping is empty for the server. */
  readonly isAlone: boolean;
}

interface UnknownField extends FieldIntention {
  /** The field as the decoder writes it: `spec.versions[0].nope`, with dots for the keys of maps too. */
  readonly field: string;
  /** The last segment of it. */
  readonly name: string;
  /** The minors that have the field. Undefined if none has it. */
  readonly existsIn: MinorRange | undefined;
}

/** The error of a value, without its location. */
export type ScalarProblem =
  | {
      readonly kind: 'wrong-type';
      readonly expected: ExpectedType;
      readonly actual: ActualType;
      /** The name of the definition of the struct that is expected. Undefined for another type. */
      readonly struct?: string;
    }
  /** A fraction, or (in JSON) an integer that is written with a point or an exponent. */
  | { readonly kind: 'not-an-integer'; readonly value: number | bigint }
  | {
      readonly kind: 'integer-out-of-range';
      readonly value: number | bigint;
      readonly min: bigint;
      readonly max: bigint;
    }
  /** The number is larger than a double can represent. */
  | { readonly kind: 'number-out-of-range' }
  | {
      readonly kind: 'quantity';
      readonly value: string;
      readonly reason: 'format' | 'suffix' | 'number';
    }
  | { readonly kind: 'base64'; readonly value: string }
  | { readonly kind: 'time'; readonly value: string }
  /** A time that needs exactly six digits after the second. */
  | { readonly kind: 'micro-time'; readonly value: string };

/** An error that the strict decoder of the server finds in a document. */
export type DecodeProblem = {
  readonly path: Path;
  /** The side of the pair that is wrong. */
  readonly target: 'key' | 'value';
} & (
  | ({ readonly kind: 'unknown-field' } & UnknownField)
  /**
   * An unknown field below `items` or a similar keyword of the schema of a CRD. The server drops such fields without a
   * warning.
   */
  | ({ readonly kind: 'lost-field' } & UnknownField)
  /** An annotation that the server reads as an integer while it converts the object. */
  | { readonly kind: 'annotation'; readonly name: string; readonly value: string }
  | ScalarProblem
);

/** Reports whether a problem prevents the server from decoding the object. */
export function isUndecodable(problem: DecodeProblem): boolean {
  return problem.kind !== 'unknown-field' && problem.kind !== 'lost-field';
}

/** A path as the decoder writes it: keys joined by dots, indexes in brackets, nothing escaped. */
export function decoderPath(path: Path): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else text += text === '' ? segment : `.${segment}`;
  }
  return text;
}
