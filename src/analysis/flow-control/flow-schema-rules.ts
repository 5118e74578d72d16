import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import type {
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from '../../server/kubernetes/types.generated.ts';

/** The rules of a FlowSchema: subjects, and the requests that they match. */
export function flowSchemaRules(
  resource: Resource<'FlowSchema'>,
): readonly Field<PolicyRulesWithSubjects>[] {
  return resource.root.get('spec').itemsOf('rules');
}

/** The subjects of all rules of a FlowSchema. */
export function flowSchemaSubjects(resource: Resource<'FlowSchema'>): readonly Field<Subject>[] {
  return flowSchemaRules(resource).flatMap((rule) => rule.itemsOf('subjects'));
}

/** The resource rules of a FlowSchema. */
export function flowSchemaResourceRules(
  resource: Resource<'FlowSchema'>,
): readonly Field<ResourcePolicyRule>[] {
  return flowSchemaRules(resource).flatMap((rule) => rule.itemsOf('resourceRules'));
}

/** The non-resource rules of a FlowSchema, for paths such as `/healthz`. */
export function flowSchemaNonResourceRules(
  resource: Resource<'FlowSchema'>,
): readonly Field<NonResourcePolicyRule>[] {
  return flowSchemaRules(resource).flatMap((rule) => rule.itemsOf('nonResourceRules'));
}
