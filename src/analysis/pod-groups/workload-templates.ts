import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import { hasGate } from '../../server/kubernetes/server.ts';
import type {
  CompositePodGroupTemplate,
  PodGroupTemplate,
  WorkloadSpec,
} from '../../server/kubernetes/types.generated.ts';

/** The lists of templates of a Workload, or of a composite template in it. */
interface TemplateLists {
  readonly groups: readonly Field<PodGroupTemplate>[];
  readonly composites: readonly Field<CompositePodGroupTemplate>[];
}

/**
 * The templates of a Workload that are not within others. Without its feature gate, the server drops the composite
 * ones.
 */
export function templatesOf({ root, server }: Resource<'Workload'>): TemplateLists {
  const lists = templatesIn(root.get('spec'));
  return hasGate(server, 'CompositePodGroup', false) ? { ...lists, composites: [] } : lists;
}

/** The templates directly in a Workload or a composite template. */
export function templatesIn(
  parent: Field<WorkloadSpec | CompositePodGroupTemplate | undefined>,
): TemplateLists {
  return {
    groups: parent.itemsOf('podGroupTemplates'),
    composites: parent.itemsOf('compositePodGroupTemplates'),
  };
}

/**
 * The first template of a Workload whose priority or priority class is not that of the template before it.
 *
 * Source: `validateWorkloadPriority` in `pkg/apis/scheduling/validation/validation.go` of Kubernetes.
 */
export function templateWithOtherPriority(resource: Resource<'Workload'>): Field | undefined {
  const [first, ...others] = [...templatesWithin(templatesOf(resource))];
  return first && others.find((other) => priorityOf(other) !== priorityOf(first));
}

type Template = Field<PodGroupTemplate> | Field<CompositePodGroupTemplate>;

function* templatesWithin({ groups, composites }: TemplateLists): Generator<Template> {
  yield* groups;
  for (const composite of composites) {
    yield composite;
    yield* templatesWithin(templatesIn(composite));
  }
}

function priorityOf({ value }: Template): string {
  return `${value?.priority ?? ''} ${value?.priorityClassName ?? ''}`;
}
