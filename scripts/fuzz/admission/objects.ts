// Makes objects of some kinds, with random fields.
import type { Random } from '../random.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A kind of objects, as rules and requests name it. */
export interface ObjectKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  make(random: Random): JsonObject;
}

const NAMESPACES = ['default', 'team-a', 'team-b', 'prod'];
const LABELS = ['app', 'team', 'env', 'exempt'];
const VALUES = ['web', 'db', 'prod', 'true', ''];

/** A CRD with two served versions, for requests of custom resources. */
export const WIDGET_CRD: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: ['v1', 'v1beta1'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              properties: {
                size: { type: 'integer', default: 3 },
                ratio: { type: 'number' },
                tags: { type: 'array', items: { type: 'string' } },
                set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
                parts: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['name'],
                    properties: { name: { type: 'string' }, count: { type: 'integer' } },
                  },
                  'x-kubernetes-list-type': 'map',
                  'x-kubernetes-list-map-keys': ['name'],
                },
                when: { type: 'string', format: 'date-time' },
                free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                fixed: {
                  type: 'object',
                  'x-kubernetes-map-type': 'atomic',
                  properties: { a: { type: 'string' }, b: { type: 'string' } },
                },
                port: { 'x-kubernetes-int-or-string': true },
              },
            },
          },
        },
      },
    })),
  },
};

const WIDGET: ObjectKind = {
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  isNamespaced: true,
  make: (random) => ({
    apiVersion: random.chance(0.7) ? 'example.com/v1' : 'example.com/v1beta1',
    kind: 'Widget',
    metadata: metadata(random, true),
    spec: some(random, {
      size: random.below(9),
      ratio: random.pick([0.5, 2, 1.25]),
      tags: random.draw(['a', 'b', 'c'], random.below(4)),
      set: [...new Set(random.draw(['a', 'b', 'c'], random.below(4)))],
      parts: [...new Set(random.draw(['x', 'y', 'z'], random.below(3)))].map((name) =>
        random.chance(0.5) ? { name } : { name, count: random.below(5) },
      ),
      when: '2024-02-03T04:05:06Z',
      free: { any: [1, 'two', { three: null }] },
      fixed: { a: 'x' },
      port: random.pick([80, 'http']),
    }),
  }),
};

/** The kinds whose objects are requested. */
export const KINDS: readonly ObjectKind[] = [
  WIDGET,
  kind('', 'v1', 'ConfigMap', 'configmaps', true, (random) => ({
    data: some(random, {
      a: '1',
      level: random.pick(['low', 'high']),
      long: 'x'.repeat(random.below(300)),
    }),
  })),
  kind('', 'v1', 'Secret', 'secrets', true, (random) =>
    some(random, {
      stringData: { token: 'abc' },
      data: { key: 'aGVsbG8=' },
      type: random.pick(['Opaque', 'kubernetes.io/basic-auth']),
      immutable: random.chance(0.5),
    }),
  ),
  kind('', 'v1', 'Namespace', 'namespaces', false, () => ({})),
  kind('', 'v1', 'Pod', 'pods', true, (random) => ({ spec: podSpec(random) })),
  kind('apps', 'v1', 'Deployment', 'deployments', true, (random) => ({ spec: workload(random) })),
  kind('apps', 'v1', 'StatefulSet', 'statefulsets', true, (random) => ({
    spec: { ...workload(random), serviceName: 's' },
  })),
  kind('apps', 'v1', 'DaemonSet', 'daemonsets', true, (random) => {
    const { replicas: _, ...spec } = workload(random);
    return { spec };
  }),
  kind('batch', 'v1', 'Job', 'jobs', true, (random) => ({
    spec: {
      ...some(random, { backoffLimit: random.below(4), completions: 2 }),
      template: template(random, 'Never'),
    },
  })),
  kind('batch', 'v1', 'CronJob', 'cronjobs', true, (random) => ({
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template: template(random, 'Never') } } },
  })),
  kind('', 'v1', 'Service', 'services', true, (random) => ({
    spec: some(random, {
      type: random.pick(['ClusterIP', 'NodePort', 'LoadBalancer']),
      ports: [some(random, { name: 'a', targetPort: random.pick([8080, 'http']) }, { port: 80 })],
      selector: { app: 'web' },
      sessionAffinity: random.pick(['None', 'ClientIP']),
      externalIPs: ['192.0.2.1'],
    }),
  })),
  kind('networking.k8s.io', 'v1', 'Ingress', 'ingresses', true, (random) => ({
    spec: {
      rules: [
        {
          host: random.pick(['a.example.com', 'b.example.org']),
          http: {
            paths: [
              {
                path: '/',
                pathType: random.pick(['Prefix', 'Exact']),
                backend: { service: { name: 's', port: { number: 80 } } },
              },
            ],
          },
        },
      ],
    },
  })),
  kind('networking.k8s.io', 'v1', 'NetworkPolicy', 'networkpolicies', true, (random) => ({
    spec: some(random, { ingress: [{ ports: [{ port: 80 }] }], egress: [{}] }, { podSelector: {} }),
  })),
  kind('policy', 'v1', 'PodDisruptionBudget', 'poddisruptionbudgets', true, (random) => ({
    spec: { minAvailable: random.pick([1, '50%']), selector: { matchLabels: { app: 'web' } } },
  })),
  kind('rbac.authorization.k8s.io', 'v1', 'RoleBinding', 'rolebindings', true, (random) => ({
    roleRef: {
      kind: 'ClusterRole',
      name: random.pick(['view', 'cluster-admin']),
      apiGroup: 'rbac.authorization.k8s.io',
    },
    subjects: [{ kind: random.pick(['User', 'Group']), name: 'jane' }],
  })),
  kind('rbac.authorization.k8s.io', 'v1', 'ClusterRole', 'clusterroles', false, (random) => ({
    rules: random.chance(0.8)
      ? [{ apiGroups: [''], resources: ['pods'], verbs: random.draw(['get', '*'], 1) }]
      : null,
  })),
  kind('', 'v1', 'PersistentVolumeClaim', 'persistentvolumeclaims', true, (random) => ({
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: random.pick(['1024Mi', '1Gi', '1.5Gi', '2000M']) } },
    },
  })),
  kind('', 'v1', 'ServiceAccount', 'serviceaccounts', true, (random) =>
    some(random, {
      automountServiceAccountToken: random.chance(0.5),
      imagePullSecrets: [{ name: 'r' }],
    }),
  ),
  kind(
    'autoscaling',
    'v2',
    'HorizontalPodAutoscaler',
    'horizontalpodautoscalers',
    true,
    (random) => ({
      spec: some(
        random,
        { minReplicas: 2, behavior: { scaleDown: { stabilizationWindowSeconds: 60 } } },
        {
          maxReplicas: random.below(9) + 1,
          scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' },
        },
      ),
    }),
  ),
  kind('storage.k8s.io', 'v1', 'StorageClass', 'storageclasses', false, (random) => ({
    provisioner: random.pick(['a.example.com', 'b.example.com']),
    ...some(random, { allowVolumeExpansion: true, parameters: { type: 'fast' } }),
  })),
];

function kind(
  group: string,
  version: string,
  name: string,
  plural: string,
  isNamespaced: boolean,
  body: (random: Random) => JsonObject,
): ObjectKind {
  return {
    group,
    version,
    kind: name,
    plural,
    isNamespaced,
    make: (random) => ({
      apiVersion: group === '' ? version : `${group}/${version}`,
      kind: name,
      metadata: metadata(random, isNamespaced),
      ...body(random),
    }),
  };
}

/** The metadata of an object. */
function metadata(random: Random, isNamespaced: boolean): JsonObject {
  return {
    ...(random.chance(0.93)
      ? { name: random.pick(['one', 'two', 'three-x', 'prod']) }
      : { generateName: random.pick(['one-', 'two-']) }),
    ...(isNamespaced && random.chance(0.8) ? { namespace: random.pick(NAMESPACES) } : {}),
    ...(random.chance(0.7) ? { labels: labels(random) } : {}),
    ...(random.chance(0.3)
      ? { annotations: { note: random.pick(['x', 'skip']), 'example.com/note': 'a' } }
      : {}),
  };
}

export function labels(random: Random): JsonObject {
  return Object.fromEntries(
    random.draw(LABELS, random.below(4)).map((key) => [key, random.pick(VALUES)]),
  );
}

/** Namespaces with labels, of which policies select some. */
export function namespaces(random: Random): JsonObject[] {
  return NAMESPACES.slice(1).flatMap((name) =>
    random.chance(0.7)
      ? [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: labels(random) } }]
      : [],
  );
}

function workload(random: Random): JsonObject {
  return {
    ...(random.chance(0.7) ? { replicas: random.below(12) } : {}),
    selector: { matchLabels: { app: 'web' } },
    template: template(random, 'Always'),
  };
}

function template(random: Random, restartPolicy: string): JsonObject {
  return {
    metadata: { labels: { app: 'web' } },
    spec: { ...podSpec(random), restartPolicy },
  };
}

function podSpec(random: Random): JsonObject {
  const containers = random.draw(['a', 'b', 'c'], random.below(2) + 1);
  return some(
    random,
    {
      hostNetwork: random.chance(0.5),
      hostPID: random.chance(0.5),
      serviceAccountName: 'robot',
      securityContext: some(random, {
        runAsNonRoot: random.chance(0.5),
        runAsUser: random.below(2000),
      }),
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'a', operator: 'Exists' }],
      terminationGracePeriodSeconds: random.below(60),
      initContainers: [container(random, 'init')],
      volumes: [
        random.pick<JsonObject>([
          { name: 'v', hostPath: { path: '/var' } },
          { name: 'v', emptyDir: {} },
          { name: 'v', configMap: { name: 'c' } },
          { name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
        ]),
      ],
    },
    { containers: [...new Set(containers)].map((name) => container(random, name)) },
  );
}

function container(random: Random, name: string): JsonObject {
  return some(
    random,
    {
      imagePullPolicy: random.pick(['Always', 'IfNotPresent']),
      resources: some(random, {
        limits: {
          cpu: random.pick(['1', '500m', '1000m', 2]),
          memory: random.pick(['1Gi', '1024Mi', '1e9']),
        },
        requests: { cpu: '100m' },
      }),
      ports: [some(random, { name: 'http', hostPort: 8080 }, { containerPort: 80 })],
      env: [
        { name: 'A', value: '' },
        { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      ],
      securityContext: some(random, {
        privileged: random.chance(0.5),
        allowPrivilegeEscalation: random.chance(0.5),
        capabilities: { add: ['NET_ADMIN'] },
      }),
      livenessProbe: random.pick<JsonObject>([
        { httpGet: { port: 80 } },
        { exec: { command: ['true'] } },
      ]),
      volumeMounts: [{ name: 'v', mountPath: '/v' }],
      stdin: random.chance(0.5),
    },
    {
      name,
      image: random.pick([
        'nginx',
        'nginx:latest',
        'nginx:1.25',
        'r.example.com:5000/a/b@sha256:abc',
        'r.example.com/a:v1',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder
        '${IMAGE}',
      ]),
    },
  );
}

/** Some of several fields, and all of others. */
function some(random: Random, optional: JsonObject, always: JsonObject = {}): JsonObject {
  const kept = Object.entries(optional).filter(() => random.chance(0.5));
  return { ...Object.fromEntries(kept), ...always };
}
