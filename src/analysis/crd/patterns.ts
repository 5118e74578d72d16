import { indexBy } from '../../base/index-by.ts';
import type { Fix } from '../../result/fix.ts';
import { unsafeFix } from '../../rule/fix.ts';
import type { Location } from '../../rule/location.ts';
import type { Resource } from '../../rule/resource.ts';
import { seen } from '../../server/crd/schema/keywords.ts';
import { keyword } from '../../server/crd/schema/problem.ts';
import { mergeFindings } from '../merged-findings.ts';
import { schemaJudgements, schemaLocation, schemaPaths } from './schemas.ts';

/** A `pattern` of a schema, with all schemas of a CRD that have it. */
interface SchemaPattern {
  readonly pattern: string;
  /** The first location, with the others as related ones. It is looked up when it is needed. */
  readonly locate: () => Location | undefined;
  /** Replaces it everywhere; undefined if it cannot be replaced. */
  readonly replaceBy: (pattern: string) => Fix | undefined;
}

/** The patterns in the schemas of a CRD, each once. */
export function patternsOf(
  resource: Resource<'CustomResourceDefinition'>,
): readonly SchemaPattern[] {
  return schemaJudgements(resource).flatMap((judgement) => {
    const nodesByPattern = indexBy(
      seen(judgement.tree, 'pattern'),
      ({ schema: { pattern = '' } }) => [pattern],
    );
    return [...nodesByPattern].map(([pattern, nodes]) => {
      const locate = () => {
        const found = nodes.map((node) => ({
          location: schemaLocation(resource, judgement, node, keyword('pattern')),
        }));
        return mergeFindings(found, 'the same pattern')?.location;
      };
      const replaceBy = (value: string) => {
        const edits = nodes
          .flatMap((node) => schemaPaths(judgement, node))
          .map((path) => ({ kind: 'replace', path: [...path, 'pattern'], value }) as const);
        return unsafeFix(resource.origin, { title: `use ${value}`, edits });
      };
      return { pattern, locate, replaceBy };
    });
  });
}
