import { holdsIn } from '../kubernetes/minors.ts';
import type { Resource } from '../resource.ts';
import type { Spot } from '../spot.ts';
import { schemaJudgements, schemaSpot } from './judgement.ts';
import { keyword } from './problem.ts';
import { isRecognizedFormat } from './string-formats.ts';

/** A format that the server warns about, because it checks nothing by it. */
export interface UnrecognizedFormat {
  readonly spot: Spot;
  readonly format: string;
  /** Of the schema that has the format; empty where it has none. */
  readonly type: string;
}

/** Finds the formats in the schemas of a CRD that the server warns about: none up to 1.33, and only those of strings up to 1.35. */
export function* unrecognizedFormats(
  resource: Resource<'CustomResourceDefinition'>,
): Iterable<UnrecognizedFormat> {
  const { minor } = resource;
  if (holdsIn({ until: '1.33' }, minor)) return;
  const onlyStrings = holdsIn({ until: '1.35' }, minor);
  for (const judgement of schemaJudgements(resource)) {
    for (const node of judgement.tree.having('format')) {
      const { format = '', type = '' } = node.schema;
      if (format === '' || (onlyStrings && type !== 'string')) continue;
      if (isRecognizedFormat(format, type, minor)) continue;
      yield { spot: schemaSpot(resource, judgement, node, keyword('format')), format, type };
    }
  }
}
