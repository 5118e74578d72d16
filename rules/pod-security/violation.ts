import type { SecuredPod, SecurityViolation } from '../../src/analysis/pod-security/offenders.ts';
import {
  describeLevel,
  isPrivileged,
  policyOfLabels,
} from '../../src/analysis/pod-security/policy.ts';
import { securedPod, violationsOf } from '../../src/analysis/pod-security/violations.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import type { Installation, InstalledObject } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { podFieldPath } from '../../src/server/kubernetes/kinds.ts';
import {
  DEFAULT_POD_SECURITY,
  type Mode,
  POD_SECURITY_LABELS,
  type SecurityPolicy,
} from '../../src/server/kubernetes/pod-security.ts';

export default defineRule({
  id: 'pod-security/violation',
  on: 'installation',
  severity: 'error',
  summary: 'Pods comply with the Pod Security Standard of their Namespace.',
  details: `
The labels of a Namespace choose a standard for its pods: \`baseline\` forbids what gives a pod known ways to the node, and
\`restricted\` requires what hardens it. The admission plugin PodSecurity, which every API server runs by default, refuses a Pod
that violates the standard of \`pod-security.kubernetes.io/enforce\`. A Deployment or another workload is accepted with a warning,
and then gets no pods: only the events of its ReplicaSet show it. For the standard of \`pod-security.kubernetes.io/warn\`, the
server only warns. Where \`enforce\` is \`privileged\`, as it is by default, these are infos: the Namespace permits such pods, and
its author only wants to know them.

The checks are those of the version of the standards that the label \`enforce-version\` or \`warn-version\` names, or of the
Kubernetes version of the run. The Namespace must be in the input, and be applied together with the pods.

\`--pod-security FILE\` (\`podSecurity\` in \`.kubeadmit.yaml\`) names the configuration of the admission plugin of your cluster, with
the standards of a Namespace without labels, and with namespaces and runtime classes that are exempt. Exempt users are not known
to kubeadmit.
`,
  reference: 'https://kubernetes.io/docs/concepts/security/pod-security-standards/',
  messages: {
    refused: {
      text: "the Namespace '{namespace}' enforces {level}, which refuses this Pod: {reason} ({detail})",
      help: 'change the Pod, or use a Namespace with another level',
      plugin: 'PodSecurity',
    },
    pods: {
      text: "the Namespace '{namespace}' enforces {level}, which refuses the pods of this {kind}: {reason} ({detail})",
      help: 'change the template of the pods, or use a Namespace with another level',
      severity: 'warning',
      plugin: 'PodSecurity',
    },
    warned: {
      text: "the Namespace '{namespace}' warns of pods that violate {level}: {reason} ({detail})",
      help: 'change the pods before the Namespace enforces the level',
      severity: 'warning',
      plugin: 'PodSecurity',
    },
    permitted: {
      text: "the Namespace '{namespace}' permits all pods, and warns of those that violate {level}: {reason} ({detail})",
      help: 'change the pods before the Namespace enforces the level',
      severity: 'info',
      plugin: 'PodSecurity',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata:
          name: shop
          labels: { pod-security.kubernetes.io/enforce: baseline }
        ---
        apiVersion: v1
        kind: Pod
        metadata: { name: probe, namespace: shop }
        spec:
          # the volume, which is refused too, is a related place
          volumes: [{ name: logs, hostPath: { path: /var/log } }]
          hostNetwork: true
          #            ^^^^ expect: refused
          containers: [{ name: probe, image: probe }]
      `,
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata:
          name: shop
          labels:
            pod-security.kubernetes.io/enforce: baseline
            pod-security.kubernetes.io/warn: restricted
            pod-security.kubernetes.io/warn-version: v1.7
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: cart, namespace: shop }
        spec:
          selector: { matchLabels: { app: cart } }
          template:
            metadata: { labels: { app: cart } }
            spec:
              securityContext: { runAsNonRoot: false }
              #                                ^^^^^ expect: warned
              containers:
                - name: cart
                  image: cart
                  securityContext: { privileged: true }
                  #                              ^^^^ expect: pods
      `,
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata:
          name: nodes
          labels:
            pod-security.kubernetes.io/enforce: baseline
            pod-security.kubernetes.io/warn: restricted
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: probe, namespace: nodes }
        spec:
          selector: { matchLabels: { app: probe } }
          template:
            metadata: { labels: { app: probe } }
            spec:
              securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
              containers:
                - name: probe
                  image: probe
                  securityContext:
                    allowPrivilegeEscalation: false
                    capabilities: { drop: [ALL], add: [SYS_ADMIN] }
                    #                                  ^^^^^^^^^ expect: pods
      `,
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata:
          name: shop
          labels:
            pod-security.kubernetes.io/enforce: baseline
            pod-security.kubernetes.io/warn: restricted
        ---
        apiVersion: v1
        kind: PodTemplate
        metadata: { name: probe, namespace: shop }
        template:
          spec:
            hostNetwork: true
            #            ^^^^ expect: pods
            securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
            containers:
              - name: probe
                image: probe
                securityContext: { allowPrivilegeEscalation: false } # expect: warned
      `,
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata:
          name: nodes
          labels:
            pod-security.kubernetes.io/enforce: privileged
            pod-security.kubernetes.io/warn: baseline
        ---
        apiVersion: v1
        kind: Pod
        metadata: { name: probe, namespace: nodes }
        spec:
          hostNetwork: true
          #            ^^^^ expect: permitted
          containers: [{ name: probe, image: probe }]
      `,
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata:
          name: tools
          labels: { pod-security.kubernetes.io/warn: baseline }
        ---
        apiVersion: v1
        kind: Pod
        metadata: { name: probe, namespace: tools }
        spec:
          hostNetwork: true
          #            ^^^^ expect: permitted
          containers: [{ name: probe, image: probe }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata:
          name: shop
          labels: { pod-security.kubernetes.io/enforce: restricted }
        ---
        apiVersion: v1
        kind: Pod
        metadata: { name: cart, namespace: shop }
        spec:
          securityContext:
            runAsNonRoot: true
            seccompProfile: { type: RuntimeDefault }
          containers:
            - name: cart
              image: cart
              securityContext:
                allowPrivilegeEscalation: false
                capabilities: { drop: [ALL] }
      `,
    ],
  },
  check(installation, { report, minor, server: { podSecurity = DEFAULT_POD_SECURITY } }) {
    const { defaults, exempt } = podSecurity;
    const newest = Number(minor.split('.')[1]);
    for (const { object: namespace, resource } of installation.resources('Namespace')) {
      const labels = resource.root.get('metadata').get('labels');
      const { policy } = policyOfLabels(new Map(Object.entries(labels.value ?? {})), defaults);
      if (isPrivileged(policy) || namespace.mayChange('metadata.labels')) continue;
      if (exempt.namespaces.has(namespace.name)) continue;
      const enforcing = labels.entry(`${POD_SECURITY_LABELS}enforce`);
      const labelOf = {
        enforce: enforcing,
        warn: labels.entry(`${POD_SECURITY_LABELS}warn`) ?? enforcing,
      };
      const place = { object: namespace, message: `the Namespace '${namespace.name}'` };
      for (const { object, pod } of podsIn(namespace, installation, exempt.runtimeClasses)) {
        const { kind } = object;
        for (const { message, mode, violations } of answersTo({ kind, pod }, policy, newest)) {
          const [first, ...others] = violations;
          if (first === undefined) continue;
          const { at, reason, detail } = first;
          const level = describeLevel(policy[mode]);
          report({
            message,
            at: { object, at },
            values: { namespace: namespace.name, level, kind, reason, detail },
            related: [
              ...others.map((other) => {
                return { object, at: other.at, message: `${other.reason} (${other.detail})` };
              }),
              { ...place, at: labelOf[mode] ?? labels },
            ],
          });
        }
      }
    }
  },
});

/** An answer of the server to a pod: one error or warning, with all reasons. */
interface Answer {
  readonly message: 'refused' | 'pods' | 'permitted' | 'warned';
  readonly mode: Exclude<Mode, 'audit'>;
  readonly violations: readonly SecurityViolation[];
}

/** The answers of the server to a pod, or to a workload that has it. */
function answersTo(
  { kind, pod }: { readonly kind: string; readonly pod: SecuredPod },
  policy: SecurityPolicy,
  newest: number,
): readonly Answer[] {
  const enforced = violationsOf(pod, policy.enforce, newest);
  const isPod = kind === 'Pod';
  const refusal: Answer = {
    message: isPod ? 'refused' : 'pods',
    mode: 'enforce',
    violations: enforced,
  };
  // The server gives no warnings with a refusal.
  if (isPod && enforced.length > 0) return [refusal];
  // A stricter standard may have another reason for the same field.
  const known = new Set(enforced.flatMap(({ reason, at }) => [reason, at.path]));
  const isPermitted = policy.enforce.level === 'privileged';
  const warned = violationsOf(pod, policy.warn, newest).filter(
    ({ reason, at }) => !known.has(reason) && !known.has(at.path),
  );
  return [
    refusal,
    { message: isPermitted ? 'permitted' : 'warned', mode: 'warn', violations: warned },
  ];
}

/** The pods of a Namespace that are checked, with the Pods or workloads that have them. */
function* podsIn(
  { name }: InstalledObject,
  installation: Installation,
  exemptClasses: ReadonlySet<string>,
): Generator<{ readonly object: InstalledObject; readonly pod: SecuredPod }> {
  for (const { object, resource } of installation.resources(...POD_KINDS)) {
    if (object.namespace !== name) continue;
    if (object.mayChange(podFieldPath(object.kind, 'spec') ?? '')) continue;
    const pod = podOf(resource);
    if (pod.pod.value === undefined || resource.undecodable) continue;
    if (exemptClasses.has(pod.spec.value?.runtimeClassName ?? '')) continue;
    yield { object, pod: securedPod(pod) };
  }
}
