import type { Resource } from '../../rule/resource.ts';
import type { SchemaNode } from '../../server/crd/schema-node.ts';
import { itemSchema } from '../../server/crd/structural.ts';
import { type SchemaJudgement, schemaJudgements } from './schemas.ts';

/** A schema of a list of type `set`, with the type of its items. */
interface CompositeSet {
  readonly judgement: SchemaJudgement;
  readonly node: SchemaNode;
  readonly type: 'array' | 'object';
}

/**
 * The lists of type `set` whose items are lists or objects, anywhere in the schemas of a CRD. The server warns about
 * them since 1.37.
 *
 * Source: `getNonScalarListTypeSetWarnings` in `pkg/registry/customresourcedefinition/strategy.go` of
 * apiextensions-apiserver.
 */
export function setsOfCompositeItems(
  resource: Resource<'CustomResourceDefinition'>,
): readonly CompositeSet[] {
  return schemaJudgements(resource).flatMap((judgement) =>
    judgement.tree.having('x-kubernetes-list-type').flatMap((node): CompositeSet[] => {
      if (node.schema['x-kubernetes-list-type'] !== 'set') return [];
      const type = itemSchema(node.schema)?.type;
      return type === 'array' || type === 'object' ? [{ judgement, node, type }] : [];
    }),
  );
}
