import {
  reportDuplicate,
  reportInvalid,
  VALUE_MESSAGES,
  type ValueReport,
} from '../../src/analysis/fields/value-checks.ts';
import {
  templatesIn,
  templatesOf,
  templateWithOtherPriority,
} from '../../src/analysis/pod-groups/workload-templates.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { CompositePodGroupTemplate } from '../../src/server/kubernetes/types.generated.ts';

type Report = ValueReport<'duplicate' | 'invalid'>;

/** The number of levels of composite templates within each other that the server refuses. */
const TOO_DEEP = 4;

export default defineRule({
  id: 'pod-group/templates',
  on: 'object',
  kinds: ['Workload'],
  severity: 'error',
  summary:
    'The templates of a Workload have different names, one priority, and at most three levels of composite ones.',
  details: `
The templates of a Workload and all that are within them form a hierarchy of groups of pods that is scheduled together. Each name
occurs once in it, and all templates have the same \`priority\` and \`priorityClassName\`. A composite template has at least one template
in it, and there are at most three levels of composite ones.

The server validates the hierarchy since Kubernetes 1.37, and again in each update.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/workload-api/',
  messages: {
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['workload-template-names'] },
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['workload-template-depth', 'workload-template-children', 'workload-template-priority'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: scheduling.k8s.io/v1beta1
        kind: Workload
        metadata: { name: training, namespace: jobs }
        spec:
          compositePodGroupTemplates:
            - name: replica
              schedulingPolicy: { basic: {} }
              podGroupTemplates:
                - name: replica
                  #     ^^^^^^^ expect: duplicate
                  schedulingPolicy: { basic: {} }
            - { name: standby, schedulingPolicy: { basic: {} } } # expect: invalid
      `,
      yaml`
        apiVersion: scheduling.k8s.io/v1beta1
        kind: Workload
        metadata: { name: training, namespace: jobs }
        spec:
          podGroupTemplates:
            - { name: leader, schedulingPolicy: { basic: {} }, priority: 10 }
            - { name: workers, schedulingPolicy: { basic: {} } } # expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: scheduling.k8s.io/v1beta1
        kind: Workload
        metadata: { name: training, namespace: jobs }
        spec:
          compositePodGroupTemplates:
            - name: replica
              priorityClassName: training
              schedulingPolicy:
                gang: { minGroupCount: 1 }
              podGroupTemplates:
                - name: workers
                  priorityClassName: training
                  schedulingPolicy:
                    gang: { minCount: 4 }
      `,
    ],
  },
  check(resource, { report }) {
    // The versions of earlier minors have one list of templates, which may have different priorities.
    if (/v1alpha[12]$/.test(resource.apiVersion)) return;
    const templates = templatesOf(resource);
    const names = new Set(namesOf(templates.groups));
    checkComposites(templates.composites, names, report);
    for (const composite of templates.composites) {
      if (levelsOf(composite, TOO_DEEP) === TOO_DEEP) {
        reportInvalid(report, composite, 'there can be three levels of composite templates');
      }
    }
    const other = templateWithOtherPriority(resource);
    if (other !== undefined) {
      const { path } = resource.root.get('spec');
      reportInvalid(report, other, 'all templates must have the same priority and class', { path });
    }
  },
});

/**
 * Reports composite templates without others in them, and names that occur in another list before.
 *
 * Source: `validateCompositePodGroupTemplateListNames` in `pkg/apis/scheduling/validation/validation.go` of Kubernetes.
 *
 * @param names the names in the lists before, to which those in the templates are added
 */
function checkComposites(
  composites: readonly Field<CompositePodGroupTemplate>[],
  names: Set<string>,
  report: Report,
): void {
  checkNames(composites, names, report);
  for (const composite of composites) {
    const within = templatesIn(composite);
    if (within.groups.length === 0 && within.composites.length === 0) {
      reportInvalid(report, composite, 'a composite template needs at least one template in it');
    }
    checkNames(within.groups, names, report);
    checkComposites(within.composites, names, report);
  }
}

/** Reports names that occur in another list. A declared check compares those of one list. */
function checkNames(
  templates: readonly Field<{ readonly name?: string }>[],
  names: Set<string>,
  report: Report,
): void {
  for (const template of templates) {
    const name = template.get('name');
    if (names.has(name.value ?? '')) {
      reportDuplicate(report, name, 'each name can occur once in a Workload');
    }
  }
  for (const name of namesOf(templates)) names.add(name);
}

function namesOf(templates: readonly Field<{ readonly name?: string }>[]): readonly string[] {
  return templates.map(({ value }) => value?.name ?? '');
}

/** The number of levels of composite templates; at most a limit. */
function levelsOf(composite: Field<CompositePodGroupTemplate>, limit: number): number {
  if (limit === 1) return 1;
  const levels = templatesIn(composite).composites.map((inner) => levelsOf(inner, limit - 1));
  return 1 + Math.max(0, ...levels);
}
