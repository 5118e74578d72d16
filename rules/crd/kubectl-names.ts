import type { BuiltInResource } from '../../src/kubernetes/resources.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { builtInResourceCalled } from './kubectl-names/built-in-names.ts';

export default defineRule({
  id: 'crd/kubectl-names',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'The names that people type for kubectl lead to this kind, and each is given once.',
  details: `
\`plural\`, \`singular\` and \`shortNames\` are what people type after \`kubectl get\`. Where a built-in resource has the same
name, kubectl takes the built-in one: with a short name \`po\` it goes on showing Pods, and nothing says so. A plural that a
built-in resource has as well needs its group each time (\`services.serving.knative.dev\`).

A short name that is the plural or the singular, or stands in the list twice, adds nothing.

\`categories\` are names of groups of resources. \`kubectl get all\` shows the category \`all\`; other categories are of
use only to who knows them.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#categories',
  messages: {
    shortName: {
      text: "kubectl takes the short name '{name}' for the built-in {resource}",
      help: 'choose another one',
      rows: ['crd-lint-shortname-builtin'],
    },
    plural: {
      text: "kubectl takes '{name}' for the built-in {resource}; users must write {name}.{group}",
      help: 'add a short name of its own, or choose another plural for a new kind',
      severity: 'info',
      rows: ['crd-lint-shortname-builtin'],
    },
    repeated: {
      text: "'{name}' is listed twice",
      help: 'leave one of them out',
      severity: 'info',
      rows: ['crd-lint-names-duplicate'],
    },
    same: {
      text: "the short name '{name}' is the {other}, which kubectl knows already",
      help: 'leave it out',
      severity: 'info',
      rows: ['crd-lint-names-duplicate'],
    },
    category: {
      text: "the category '{name}' is not the one of kubectl get all; did you mean all?",
      help: 'write all',
      severity: 'info',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: services.stable.example.com }
        spec:
          group: stable.example.com
          names:
            plural: services
            #       ^^^^^^^^ expect: plural
            kind: SharedService
            singular: sharedservice
            shortNames: [svc, ss, ss, sharedservice]
            #            ^^^ expect: shortName
            #                     ^^ expect: repeated
            #                         ^^^^^^^^^^^^^ expect: same
            categories: [al]
            #            ^^ expect: category
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab, shortNames: [ct], categories: [all, example] }
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
  },
  check(resource, { report, minor }) {
    const spec = resource.root.get('spec');
    const names = spec.get('names');
    const group = spec.get('group').value ?? '';
    const plural = names.get('plural');
    const taken = plural.value && builtInResourceCalled(plural.value, minor);
    if (taken && taken.group !== group) {
      report('plural', plural, { name: plural.value, resource: nameOf(taken), group });
    }
    const singular = names.get('singular').value ?? '';
    const shortNames = new Set<string>();
    for (const field of names.get('shortNames').items()) {
      const name = field.value ?? '';
      const builtIn = builtInResourceCalled(name, minor);
      if (shortNames.has(name)) report('repeated', field, { name });
      else if (name === plural.value) report('same', field, { name, other: 'plural' });
      else if (name === singular) report('same', field, { name, other: 'singular' });
      else if (builtIn !== undefined && builtIn.group !== group) {
        report('shortName', field, { name, resource: nameOf(builtIn) });
      }
      shortNames.add(name);
    }
    const categories = new Set<string>();
    for (const field of names.get('categories').items()) {
      const name = field.value ?? '';
      if (categories.has(name)) report('repeated', field, { name });
      else if (TYPOS_OF_ALL.has(name)) report('category', field, { name });
      categories.add(name);
    }
  },
});

/** Nobody calls a category of their own so. */
const TYPOS_OF_ALL: ReadonlySet<string> = new Set(['al', 'alll', 'aall', 'll', 'lal']);

function nameOf({ resource, group }: BuiltInResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}
