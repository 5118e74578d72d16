import { getOrCompute } from '../../src/base/get-or-compute.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { holdsIn, type Minor } from '../../src/server/kubernetes/minors.ts';
import {
  type BuiltInResource,
  builtInResources,
  resourceName,
} from '../../src/server/kubernetes/resources.ts';

export default defineRule({
  id: 'crd/kubectl-names',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary:
    'The names of a CRD for kubectl do not refer to a built-in resource, and none is repeated.',
  details: `
Users pass \`plural\`, \`singular\` and \`shortNames\` to \`kubectl get\`. If a built-in resource has the same name, kubectl
selects the built-in resource: with the short name \`po\` it shows Pods. A plural that a built-in
resource also uses requires the group each time (\`services.serving.knative.dev\`).

A short name that equals the plural or the singular, or that is repeated, has no effect.

\`categories\` are groups of resources. \`kubectl get all\` lists the category \`all\`; users must know the names of other
categories.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#categories',
  messages: {
    shortName: {
      text: "kubectl selects the built-in resource {resource} for the short name '{name}'",
      help: 'choose another short name',
      rows: ['crd-lint-shortname-builtin'],
    },
    plural: {
      text: "kubectl selects the built-in resource {resource} for '{name}'; users must type {name}.{group}",
      help: 'add a short name, or choose another plural for a new kind',
      severity: 'info',
      rows: ['crd-lint-shortname-builtin'],
    },
    repeated: {
      text: "'{name}' is listed more than once",
      help: 'remove one of them',
      severity: 'info',
      rows: ['crd-lint-names-duplicate'],
    },
    same: {
      text: "the short name '{name}' is also the {other}, so it has no effect",
      help: 'remove it',
      severity: 'info',
      rows: ['crd-lint-names-duplicate'],
    },
    category: {
      text: "the category '{name}' is not listed by kubectl get all",
      help: 'use all, if that is meant',
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
      report({
        message: 'plural',
        at: plural,
        values: { name: plural.value, resource: resourceName(taken), group },
      });
    }
    const singular = names.get('singular').value ?? '';
    const shortNames = new Set<string>();
    for (const field of names.itemsOf('shortNames')) {
      const name = field.value ?? '';
      const builtIn = builtInResourceCalled(name, minor);
      if (shortNames.has(name)) report({ message: 'repeated', at: field, values: { name } });
      else if (name === plural.value)
        report({ message: 'same', at: field, values: { name, other: 'plural' } });
      else if (name === singular)
        report({ message: 'same', at: field, values: { name, other: 'singular' } });
      else if (builtIn !== undefined && builtIn.group !== group) {
        report({
          message: 'shortName',
          at: field,
          values: { name, resource: resourceName(builtIn) },
        });
      }
      shortNames.add(name);
    }
    const categories = new Set<string>();
    for (const field of names.itemsOf('categories')) {
      const name = field.value ?? '';
      if (categories.has(name)) report({ message: 'repeated', at: field, values: { name } });
      else if (TYPOS_OF_ALL.has(name)) report({ message: 'category', at: field, values: { name } });
      categories.add(name);
    }
  },
});

/** Likely typos of `all`. */
const TYPOS_OF_ALL: ReadonlySet<string> = new Set(['al', 'alll', 'aall', 'll', 'lal']);

const byMinor = new Map<Minor, ReadonlyMap<string, BuiltInResource>>();

/** The built-in resource that kubectl selects for an argument: a plural, singular or short name, in lowercase. */
function builtInResourceCalled(name: string, minor: Minor): BuiltInResource | undefined {
  const names = getOrCompute(byMinor, minor, () => namesOf(minor));
  return names.get(name);
}

function namesOf(minor: Minor): ReadonlyMap<string, BuiltInResource> {
  const names = new Map<string, BuiltInResource>();
  for (const resource of builtInResources()) {
    if (!holdsIn(resource, minor)) continue;
    const { resource: plural, kind, shortNames = [] } = resource;
    for (const name of [plural, kind.toLowerCase(), ...shortNames]) {
      // As for kubectl, the core group comes first.
      if (!names.has(name)) names.set(name, resource);
    }
  }
  return names;
}
