import { backendsOf, repetitionsOf } from '../../src/analysis/installations/backends.ts';
import {
  ADMISSION_GROUP,
  boundPolicies,
  effectWithoutParams,
} from '../../src/analysis/installations/bindings.ts';
import type { Installation, RemovedObject } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { definedKind } from '../../src/server/custom-resources/definition.ts';
import { groupAndVersion } from '../../src/server/kubernetes/api-version.ts';

const WITHOUT_EXAMPLE = 'it needs the stored objects';

export default defineRule({
  id: 'update/removed-object',
  on: 'installation',
  severity: 'warning',
  summary: 'What the objects of the input depend on is not removed.',
  details: `
\`--base\` says which objects are stored. An object that is stored, and in no file of the input, is probably deleted with the
change. This matters if other objects depend on it:

- with a CustomResourceDefinition, the server deletes all its custom resources;
- without the Service of a webhook or an APIService, the backend cannot be reached. \`failurePolicy\` decides about
  requests that a webhook matches;
- without its parameters, a policy denies requests or is not enforced, as \`parameterNotFoundAction\` of the binding says;
- a binding without its policy has no effect.

Nothing is reported if some file cannot be read or rendered, as the object may be there. Pass \`--partial\` if the input is
only a part of what is applied. CRDs without custom resources in the input are named in a line after the report, and
\`kubeadmit diff\` lists them too.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#delete-a-customresourcedefinition',
  messages: {
    definition: {
      text: "the CRD '{name}' of {file} is no longer in the input; if it is deleted, the server deletes this {kind} with it{others}",
      help: 'keep the CRD, or name it with --crds if it is applied from elsewhere',
      ofUpdates: true,
      withoutExample: WITHOUT_EXAMPLE,
    },
    service: {
      text: "the Service '{name}' of {file} is no longer in the input; if it is deleted, the backend cannot be reached",
      help: 'keep the Service, or remove what refers to it first',
      ofUpdates: true,
      withoutExample: WITHOUT_EXAMPLE,
    },
    params: {
      text: "the {kind} '{name}' of {file} is no longer in the input; if it is deleted, {effect}",
      help: 'keep the parameters, or refer to others',
      ofUpdates: true,
      withoutExample: WITHOUT_EXAMPLE,
    },
    policy: {
      text: "the {kind} '{name}' of {file} is no longer in the input; if it is deleted, this binding has no effect",
      help: 'keep the policy, or remove the binding too',
      ofUpdates: true,
      withoutExample: WITHOUT_EXAMPLE,
    },
  },
  examples: {
    bad: [],
    good: [
      yaml`
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly, namespace: shop }
        spec: { schedule: 0 3 * * * }
      `,
    ],
  },
  check(installation, { report }) {
    for (const { crd, kind, group } of removedKinds(installation)) {
      const objects = installation
        .find(group, kind)
        .filter((object) => installation.customKind(object) === undefined);
      const [object, ...others] = objects;
      if (object === undefined) continue;
      const more = others.length === 0 ? '' : `, and ${others.length} more`;
      report({
        message: 'definition',
        at: { object },
        values: { name: crd.name, file: crd.file, kind, others: more },
      });
    }
    for (const backend of backendsOf(installation)) {
      const { name, namespace, service, referrer } = backend;
      const removed = findRemoved(installation, { group: '', kind: 'Service', name, namespace });
      if (removed === undefined) continue;
      const place = { object: referrer.object, at: service };
      report({
        message: 'service',
        at: place,
        values: { name, file: removed.file },
        related: repetitionsOf(backend),
      });
    }
    for (const { binding, policy, kind: policyKind } of boundPolicies(installation)) {
      const { object } = binding;
      const spec = binding.resource.root.get('spec');
      const policyName = spec.get('policyName');
      if (policy === undefined) {
        const { value: name = '' } = policyName;
        const wanted = { group: ADMISSION_GROUP, kind: policyKind, name, namespace: undefined };
        const removed = findRemoved(installation, wanted);
        if (removed === undefined) continue;
        const values = { kind: policyKind, name, file: removed.file };
        report({ message: 'policy', at: { object, at: policyName }, values });
        continue;
      }
      const paramRef = spec.get('paramRef');
      const { name = '', namespace, parameterNotFoundAction } = paramRef.value ?? {};
      const paramKind = policy.resource.root.get('spec').get('paramKind').value;
      const { apiVersion = '', kind = '' } = paramKind ?? {};
      const { group } = groupAndVersion(apiVersion);
      const removed = findRemoved(installation, { group, kind, name, namespace });
      if (removed === undefined) continue;
      const effect = effectWithoutParams(parameterNotFoundAction);
      const place = { object, at: paramRef.get('name') };
      report({ message: 'params', at: place, values: { kind, name, file: removed.file, effect } });
    }
  },
});

interface RemovedKind {
  readonly crd: RemovedObject;
  readonly group: string;
  readonly kind: string;
}

function removedKinds(installation: Installation): readonly RemovedKind[] {
  const crds = installation.removed('apiextensions.k8s.io', 'CustomResourceDefinition');
  return crds.flatMap((crd) => {
    const defined = definedKind(crd.value);
    return defined === undefined ? [] : [{ crd, ...defined }];
  });
}

interface Wanted {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** A removed object by its name. One without a namespace in its file may be in any. */
function findRemoved(
  installation: Installation,
  { group, kind, name, namespace }: Wanted,
): RemovedObject | undefined {
  return installation
    .removed(group, kind)
    .find(
      (removed) =>
        removed.name === name &&
        (namespace === undefined ||
          removed.namespace === undefined ||
          removed.namespace === namespace),
    );
}
