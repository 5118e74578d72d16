import type { Document, NodeSpans, Path, Value } from '../../yaml/index.ts';

/** A document that is made of values of others. Nobody has written it, so nothing is known of how it is written. */
export abstract class DerivedDocument implements Document {
  abstract readonly text: string;
  abstract readonly value: Value;
  readonly duplicates = [];
  readonly hasOctal = false;
  readonly hasTypedKeys = false;
  readonly merges = [];
  readonly ignored = undefined;

  abstract locate(path: Path): NodeSpans | undefined;

  abstract keys(path: Path): readonly string[] | undefined;

  scalars() {
    return [];
  }

  without() {
    return undefined;
  }
}
