import type { Mapping, Path } from '../../../../yaml/index.ts';
import type { StatedObject } from './stated-objects.ts';

/** Values that a chart is rendered with in addition to its own. */
export type ValuesSource =
  /** A values file, by its absolute path. */
  | { readonly kind: 'file'; readonly path: string }
  /** A mapping in an object, or a text of it, that is at a path of the object. */
  | {
      readonly kind: 'literal';
      readonly value: Mapping;
      readonly object: StatedObject;
      readonly at: Path;
    }
  /** One value, with its path as `--set` of Helm reads it. */
  | {
      readonly kind: 'setting';
      readonly name: string;
      readonly value: string;
      /** True if the value is a string even if it looks like a number or a boolean. */
      readonly isText: boolean;
      readonly object: StatedObject;
      readonly at: Path;
    };
