import { annotationsOf } from '../../src/analysis/installations/object-annotations.ts';
import { namespaceKey } from '../../src/analysis/installations/workloads.ts';
import { addTo, indexBy } from '../../src/base/index-by.ts';
import { lazy } from '../../src/base/lazy.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Installation, InstalledObject } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { groupOfCrd } from '../../src/server/kubernetes/api-version.ts';
import { isForRemoval } from '../../src/sources/project/file-location.ts';

export default defineRule({
  id: 'workspace/install-order',
  on: 'installation',
  severity: 'warning',
  summary: 'Objects come after the objects that they need to be created.',
  details: `
\`kubectl apply -f\` sends the objects of a file one after the other, and the files of a folder in the order of their names.
An object in a namespace that does not exist yet is refused (\`namespaces "shop" not found\`), while the command continues
with the next one. So the first run fails, and the second one succeeds. The same holds for a Pod before its ServiceAccount,
PriorityClass or RuntimeClass; the controllers of Deployments and other workloads try again, so that these need no order.

kubectl looks up the kinds of all objects before it sends the first one. So custom resources in one file with their new CRD
are never created in the first run (\`no matches for kind\`), in whichever order.

Kustomize, Helm, Argo CD and Flux send Namespaces and CRDs first; what they install is not reported. As a folder may be applied in
another way, the order of its files is only information. kapp sorts objects too: Namespaces are not reported in files with its
annotations.
`,
  reference:
    'https://kubernetes.io/docs/concepts/workloads/management/#organizing-resource-configurations',
  messages: {
    sameFile: {
      text: "the Namespace '{name}' comes after {count} of its objects, which the server refuses in the first run of kubectl apply",
      help: 'move the Namespace to the start of the file',
    },
    folder: {
      text: "kubectl apply -f sends the Namespace '{name}' after {count} of its objects, as the name of its file sorts after theirs",
      help: 'rename the file, such as 00-{name}.yaml',
      severity: 'info',
      withoutExample: 'an example is one file; fixtures/installations has several',
    },
    pod: {
      text: "kubectl apply -f sends this Pod before the {kind} '{name}', without which the server refuses it",
      help: 'move the {kind} before the Pod',
      severity: 'info',
    },
    customResource: {
      text: 'the first run of kubectl apply does not create this {kind}, as its CRD is in the same file and kubectl does not know its kind yet',
      help: 'put the CRD into a file of its own, and apply it first',
      severity: 'info',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: cart, namespace: shop }
        spec:
          maxUnavailable: 1
          selector: { matchLabels: { app: cart } }
        ---
        apiVersion: v1
        kind: Namespace
        metadata: { name: shop }
        #                 ^^^^ expect: sameFile
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: backup, namespace: shop }
        spec:
          serviceAccountName: backup
          #                   ^^^^^^ expect: pod
          containers: [{ name: backup, image: "backup:2.1" }]
        ---
        apiVersion: v1
        kind: ServiceAccount
        metadata: { name: backup, namespace: shop }
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: backups.example.com }
        spec:
          group: example.com
          scope: Namespaced
          names: { plural: backups, singular: backup, kind: Backup, listKind: BackupList }
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec: { type: object, properties: { keep: { type: integer, minimum: 1 } } }
        ---
        apiVersion: example.com/v1
        kind: Backup
        #     ^^^^^^ expect: customResource
        metadata: { name: nightly, namespace: shop }
        spec: { keep: 7 }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata: { name: shop }
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: cart, namespace: shop }
        spec:
          maxUnavailable: 1
          selector: { matchLabels: { app: cart } }
        ---
        apiVersion: v1
        kind: Namespace
        metadata: { name: shop, labels: { team: shop } } # allow: workspace/duplicate-object
      `,
    ],
  },
  check(installation, { report }) {
    if (!installation.isAppliedInFileOrder) return;
    for (const early of podsBeforeTheirNeeds(installation)) {
      const { kind, name } = early.needed;
      const related = [{ object: early.needed, message: `the ${kind}` }];
      report({
        message: 'pod',
        at: { object: early.pod, at: early.field },
        values: { kind, name },
        related,
      });
    }
    for (const { object, definition } of resourcesWithDefinition(installation)) {
      const related = [{ object: definition, message: 'its CRD' }];
      report({
        message: 'customResource',
        at: { object, at: ['kind'] },
        values: { kind: object.kind },
        related,
      });
    }
    const sorted = lazy(() => filesOfKapp(installation));
    const before = new Map<string, InstalledObject[]>();
    const created = new Set<string>();
    for (const object of installation.objects) {
      const { kind, group, name, namespace } = object;
      if (namespace !== undefined) addTo(before, namespace, object);
      if (kind !== 'Namespace' || group !== '' || created.has(name)) continue;
      created.add(name);
      const early = before.get(name) ?? [];
      const [first] = early.filter(({ file }) => file === object.file).concat(early);
      if (
        first === undefined ||
        sorted().has(object.file) ||
        isForRemoval({ location: object.file })
      )
        continue;
      const where = { object, at: ['metadata', 'name'] };
      const related = [{ object: first, message: 'the first of them' }];
      const id = first.file === object.file ? 'sameFile' : 'folder';
      report({ message: id, at: where, values: { name, count: early.length }, related });
    }
  },
});

/** The files with an object that has an annotation for kapp, which sorts what it sends. */
function filesOfKapp({ objects }: Installation): ReadonlySet<string> {
  const isForKapp = (object: InstalledObject) =>
    Object.keys(annotationsOf(object)).some((key) => key.startsWith('kapp.k14s.io/'));
  return new Set(objects.filter(isForKapp).map(({ file }) => file));
}

interface EarlyPod {
  readonly pod: InstalledObject;
  readonly field: Field<string | undefined>;
  readonly needed: InstalledObject;
}

/** The Pods that come before something that the server looks up when they are created. */
function podsBeforeTheirNeeds(installation: Installation): readonly EarlyPod[] {
  const pods = installation.ofKind('Pod');
  if (pods.length === 0) return [];
  const positions = new Map(installation.objects.map((object, index) => [object, index]));
  const positionOf = (object: InstalledObject) => positions.get(object) ?? -1;
  // Only objects in one file are certainly applied in this order.
  const needed = indexBy(
    [
      ...installation.find('', 'ServiceAccount'),
      ...installation.find('scheduling.k8s.io', 'PriorityClass'),
      ...installation.find('node.k8s.io', 'RuntimeClass'),
    ],
    (entry) => [neededKey(entry.kind, entry.name, entry)],
  );
  return pods.flatMap(({ object: pod, root }) => {
    if (pod.mayChange('spec')) return [];
    const spec = root.get('spec');
    const needs = [
      { kind: 'ServiceAccount', field: spec.get('serviceAccountName') },
      { kind: 'PriorityClass', field: spec.get('priorityClassName') },
      { kind: 'RuntimeClass', field: spec.get('runtimeClassName') },
    ];
    return needs.flatMap(({ kind, field }) => {
      const candidates = needed.get(neededKey(kind, field.value ?? '', pod)) ?? [];
      const later = candidates.find((candidate) => positionOf(candidate) > positionOf(pod));
      return later === undefined ? [] : [{ pod, field, needed: later }];
    });
  });
}

/** A key that is equal for a Pod, and for an object that it names by a kind and a name, if both are in one file. */
function neededKey(kind: string, name: string, object: InstalledObject): string {
  const namespace = kind === 'ServiceAccount' ? namespaceKey(object) : '';
  return [kind, name, object.file, namespace].join('\n');
}

interface ResourceWithDefinition {
  readonly object: InstalledObject;
  readonly definition: InstalledObject;
}

/** The first custom resource of each CRD that is in its file. */
function resourcesWithDefinition(installation: Installation): readonly ResourceWithDefinition[] {
  const definitions = installation.find('apiextensions.k8s.io', 'CustomResourceDefinition');
  if (definitions.length === 0) return [];
  const groups = new Set(definitions.map(({ file, name }) => `${file}\n${groupOfCrd(name)}`));
  const first = new Map<string, InstalledObject>();
  for (const object of installation.objects) {
    const { file, group } = object;
    if (!groups.has(`${file}\n${group}`)) continue;
    const custom = installation.customKind(object);
    const key = `${file}\n${custom?.plural}.${group}`;
    if (custom !== undefined && !first.has(key)) first.set(key, object);
  }
  return definitions.flatMap((definition) => {
    const object = first.get(`${definition.file}\n${definition.name}`);
    return object === undefined ? [] : [{ object, definition }];
  });
}
