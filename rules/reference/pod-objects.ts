import {
  findSimilar,
  isIn,
  namedPlace,
} from '../../src/analysis/installations/expected-objects.ts';
import {
  type PodReference,
  podReferences,
} from '../../src/analysis/installations/pod-references.ts';
import { podSpecPath, workloadsIn } from '../../src/analysis/installations/workloads.ts';
import { firstNames } from '../../src/base/first-names.ts';
import { lazy } from '../../src/base/lazy.ts';
import { onceForEach } from '../../src/base/once-for-each.ts';
import type { Installation, InstalledObject } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isMapping } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'reference/pod-objects',
  on: 'installation',
  severity: 'warning',
  summary:
    'The ConfigMaps, Secrets, claims and ServiceAccounts that pods need exist, with their keys.',
  details: `
A container does not start before the ConfigMaps and Secrets of its environment exist and have the keys that it names; a pod waits
for the objects of its volumes, for its PersistentVolumeClaims, and is not created without its ServiceAccount. The server
accepts the workload in all cases. A \`subPath\` that is not a key of a ConfigMap or Secret becomes an empty directory, where
a file is expected.

An object is reported as missing only if the input has one with nearly the same name. The keys are compared with those of the
ConfigMap or Secret of the input, unless it has none at all: then a controller fills it. What is \`optional\` is not reported.
`,
  reference: 'https://kubernetes.io/docs/tasks/configure-pod-container/configure-pod-configmap/',
  messages: {
    similar: {
      text: "the input has no {kind} '{name}', but it has '{similar}'; without it, the pods do not start",
      help: 'use the name {similar} if that is meant',
    },
    key: {
      text: "the {kind} '{name}' has no key '{key}'; without it, the pods do not start",
      help: 'use one of its keys: {keys}',
    },
    subPath: {
      text: "the {kind} '{name}' has no key '{key}', so an empty directory is mounted instead of a file",
      help: 'use one of its keys: {keys}',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: shop-settings }
        data: { currency: EUR, nginx.conf: "server {}" }
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop }
        spec:
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop } }
            spec:
              containers:
                - name: web
                  image: nginx
                  env:
                    - name: CURRENCY
                      valueFrom:
                        configMapKeyRef:
                          name: shop-setting
                          #     ^^^^^^^^^^^^ expect: similar
                          key: currency
                    - name: LANGUAGE
                      valueFrom:
                        configMapKeyRef:
                          name: shop-settings
                          key: language
                          #    ^^^^^^^^ expect: key
                  volumeMounts:
                    - name: settings
                      mountPath: /etc/nginx/nginx.conf
                      subPath: ngnix.conf
                      #        ^^^^^^^^^^ expect: subPath
              volumes:
                - name: settings
                  configMap: { name: shop-settings }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: shop-settings }
        data: { currency: EUR }
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop }
        spec:
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop } }
            spec:
              containers:
                - name: web
                  image: nginx
                  env:
                    - name: CURRENCY
                      valueFrom: { configMapKeyRef: { name: shop-settings, key: currency } }
                    - name: LANGUAGE
                      valueFrom:
                        configMapKeyRef: { name: shop-settings, key: language, optional: true }
                    - name: PASSWORD
                      valueFrom: { secretKeyRef: { name: database, key: password } }
      `,
    ],
  },
  check(installation, { report }) {
    for (const workload of workloadsIn(installation)) {
      const { object } = workload;
      // Most references are correct, and patches and placeholders are only looked for where one is not.
      const mayChange = lazy(() => object.mayChange(podSpecPath(workload)));
      const missing = new Set<string>();
      for (const reference of podReferences(workload)) {
        const { kind, isOptional } = reference;
        const { value: name = '' } = reference.name;
        if (name === '' || isOptional) continue;
        const found = dataOf(reference, object, installation);
        if (found !== undefined) {
          const values = { kind, name, keys: found.shown };
          const related = [{ object: found.object, message: `the ${kind}` }];
          for (const at of reference.keys) {
            const { value: key = '' } = at;
            if (key === '' || found.keys.has(key) || mayChange()) continue;
            report({ message: 'key', at: { object, at }, values: { ...values, key }, related });
          }
          for (const at of reference.subPaths) {
            const { value: key = '' } = at;
            if (key === '' || key.includes('/') || found.keys.has(key) || mayChange()) continue;
            report({ message: 'subPath', at: { object, at }, values: { ...values, key }, related });
          }
          continue;
        }
        if (missing.has(`${kind} ${name}`)) continue;
        const { namespace } = object;
        const target = { from: object, group: '', kind, namespace, name };
        const similar = findSimilar(installation, target);
        if (similar === undefined || mayChange()) continue;
        missing.add(`${kind} ${name}`);
        report({
          message: 'similar',
          at: { object, at: reference.name },
          values: { kind, name, similar: similar.name },
          related: [namedPlace(kind, similar)],
        });
      }
    }
  },
});

/** The most keys that a message lists. */
const MOST_SHOWN = 10;

/** An object with data, its keys, and those that messages list. */
interface FoundData {
  readonly object: InstalledObject;
  readonly keys: ReadonlySet<string>;
  readonly shown: string;
}

/**
 * The object that a reference names and its keys. Undefined if it is not the only one, or something else may add keys.
 */
function dataOf(
  { kind, name: { value: name = '' } }: PodReference,
  { namespace }: InstalledObject,
  installation: Installation,
): FoundData | undefined {
  if ((kind !== 'ConfigMap' && kind !== 'Secret') || installation.generates(name)) return undefined;
  const [object, ...others] = installation
    .named('', kind, name)
    .filter((candidate) => isIn(candidate, namespace));
  return object === undefined || others.length > 0 ? undefined : dataIn(object);
}

const DATA_FIELDS = ['data', 'binaryData', 'stringData'];

/** The keys of an object, if it has some, and nothing else may add others. */
const dataIn = onceForEach((object: InstalledObject): FoundData | undefined => {
  const { value } = object;
  if (!isMapping(value) || value.type === 'kubernetes.io/service-account-token') return undefined;
  const maps = DATA_FIELDS.map((field) => value[field]);
  const keys = new Set(maps.flatMap((map) => (isMapping(map) ? Object.keys(map) : [])));
  if (keys.size === 0 || DATA_FIELDS.some((field) => object.mayChange(field))) return undefined;
  return { object, keys, shown: firstNames([...keys], MOST_SHOWN) };
});
