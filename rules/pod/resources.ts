import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { reportInvalid, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { labelProblem } from '../../src/analysis/metadata/names.ts';
import {
  amountProblem,
  amountsIn,
  podResourceProblem,
  requestProblems,
} from '../../src/analysis/pods/amounts.ts';
import { POD_KINDS, type PodKind, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import {
  containerResourceProblem,
  haveOnlyHugePages,
} from '../../src/analysis/quota/resource-names.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { storedObject } from '../../src/server/admission/objects/stored-object.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import type { Pod, ResourceRequirements } from '../../src/server/kubernetes/types.generated.ts';
import { asMapping } from '../../src/server/kubernetes/value.ts';

export default defineRule({
  id: 'pod/resources',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'A container requests resources that exist, and no more than its limits.',
  details: `
\`limits\` and \`requests\` of a container are amounts of \`cpu\`, \`memory\`, \`ephemeral-storage\`, \`hugepages-SIZE\` and extended
resources such as \`example.com/gpu\`. An amount is not negative. A request is at most the limit of the same resource.

Huge pages and extended resources cannot be overcommitted: their request is equal to the limit, and there is one. Extended
resources are counted, so an amount is an integer. Huge pages are multiples of the size of a page, and need \`cpu\` or \`memory\` too.

\`claims\` name items of \`resourceClaims\` of the pod, each once.
`,
  reference: 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/',
  messages: {
    name: {
      text: "'{name}' cannot be a resource of a container: {problem}",
      help: 'use cpu, memory, ephemeral-storage, hugepages-SIZE, or an extended resource such as example.com/gpu',
      cause: 'FieldValueInvalid',
      rows: ['pod-resource-name'],
      explains: ['pod/resources#copied'],
    },
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['pod-resource-amount', 'pod-claim-request'],
      explains: ['pod/resources#copied'],
    },
    copied: {
      text: 'the server copies the limit of {name} to the requests, where it is invalid too',
      cause: 'FieldValueInvalid',
      rows: ['pod-resource-name', 'pod-resource-amount'],
    },
    over: {
      text: 'the request of {request} {name} is more than the limit of {limit}',
      help: 'use a request of at most {limit}, or a larger limit',
      cause: 'FieldValueInvalid',
      rows: ['pod-request-over-limit'],
    },
    unequal: {
      text: 'the request of {request} {name} must be equal to the limit of {limit}',
      help: 'use the same amount for both, or only a limit',
      cause: 'FieldValueInvalid',
      rows: ['pod-request-unequal'],
    },
    unlimited: {
      text: 'the request for {name} needs a limit',
      help: 'add the same amount to limits',
      cause: 'FieldValueRequired',
      rows: ['pod-request-unlimited'],
    },
    hugePages: {
      text: 'a container with huge pages needs cpu or memory too',
      help: 'add a limit or request of cpu or memory',
      cause: 'FieldValueForbidden',
      rows: ['pod-huge-pages-alone'],
    },
    claimName: {
      text: 'the claim has no name',
      help: 'use the name of an item of resourceClaims of the pod',
      cause: 'FieldValueRequired',
      rows: ['pod-claim-required'],
    },
    claim: {
      text: "the pod has no claim '{name}'",
      help: 'use the name of an item of resourceClaims of the pod',
      cause: 'FieldValueNotFound',
      rows: ['pod-claim-unknown'],
    },
    duplicate: {
      text: "the container uses the claim '{name}' already",
      help: 'remove one of the two items',
      cause: 'FieldValueDuplicate',
      rows: ['pod-claim-duplicate'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              resources:
                limits:
                  cpu: -1
                  #    ^^ expect: invalid
                  memory: 1Gi
                  example.com/gpu: 2
                requests: # expect: copied
                  memory: 2Gi
                  #       ^^^ expect: over
                  gpu: 1 # expect: name
                  example.com/gpu: 1
                  #                ^ expect: unequal
                  example.com/disk: 1 # expect: unlimited
            - name: database
              image: postgres
              resources: # expect: hugePages
                limits: { hugepages-2Mi: 8Mi }
                claims:
                  - name: card
                    #     ^^^^ expect: claim
                  - name: gpu
                    request: Large
                    #        ^^^^^ expect: invalid
                  - name: gpu # expect: duplicate
                  - name: "" # expect: claimName
          resourceClaims:
            - { name: gpu, resourceClaimName: gpu }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              resources:
                limits: { memory: 1Gi, example.com/gpu: 1 }
                requests: { cpu: 100m, memory: 512Mi }
                claims:
                  - { name: gpu, request: small }
          resourceClaims:
            - { name: gpu, resourceClaimName: gpu }
      `,
    ],
  },
  check(resource, { report, server }) {
    const { document } = resource.origin;
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    const { spec, containers } = pod;
    const podClaims = spec.itemsOf('resourceClaims');
    const claimNames = new Set(podClaims.flatMap((claim) => claim.get('name').value || []));
    for (const { field: container } of containers) {
      const resources = container.get('resources');
      if (resources.value === undefined) continue;
      checkAmounts(resources, containerResourceProblem);
      checkClaims(resources);
    }
    const ofPod = spec.get('resources');
    const isForWindows = spec.get('os').get('name').value === 'windows';
    if (ofPod.value !== undefined && !isForWindows && hasGate(server, 'PodLevelResources', true)) {
      checkAmounts(ofPod, podResourceProblem, completedResources(resource));
      checkClaims(ofPod);
    }

    function checkAmounts(
      resources: Field<ResourceRequirements | undefined>,
      problemOf: (name: string) => string | undefined,
      completed: ResourceRequirements = {},
    ): void {
      const maps = [resources.get('limits'), resources.get('requests')];
      const amounts = maps.flatMap((map) => amountsIn(map));
      for (const amount of amounts) {
        const { name, field } = amount;
        const problem = problemOf(name);
        const wrong = amountProblem(amount);
        if (document.locate(field.documentPath) === undefined) {
          if (problem !== undefined || wrong !== undefined) {
            report({ message: 'copied', at: field, values: { name } });
          }
          continue;
        }
        if (problem !== undefined) {
          report({ message: 'name', at: field, side: 'key', values: { name, problem } });
        }
        if (wrong !== undefined) reportInvalid(report, field, wrong);
      }
      checkRequests(resources, completed);
      const added = { ...completed.limits, ...completed.requests };
      const names = [...amounts.map(({ name }) => name), ...Object.keys(added)];
      if (haveOnlyHugePages(names)) {
        report({ message: 'hugePages', at: resources, side: 'key' });
      }
    }

    function checkRequests(
      resources: Field<ResourceRequirements | undefined>,
      completed: ResourceRequirements,
    ): void {
      for (const { kind, request, limit } of requestProblems(resources, completed.limits)) {
        const at = request.field;
        const { name } = request;
        if (kind === 'unlimited') {
          const { path } = resources.get('limits');
          report({ message: 'unlimited', at, side: 'key', path, values: { name } });
          continue;
        }
        const { path } = resources.get('requests');
        const values = { name, request: String(at.value), limit: String(limit) };
        report({ message: kind, at, path, values });
      }
    }

    function checkClaims(resources: Field<ResourceRequirements | undefined>): void {
      const used = new Set<string>();
      // Without the feature, the server drops the claims.
      if (!hasGate(server, 'DynamicResourceAllocation', true)) return;
      for (const claim of resources.itemsOf('claims')) {
        const at = claim.get('name');
        const { path } = claim;
        if (isEmptyText(at)) report({ message: 'claimName', at, path });
        const { value: name = '' } = at;
        if (name === '') continue;
        const { value: request = '' } = claim.get('request');
        const values = { name };
        if (used.has(name)) report({ message: 'duplicate', at, path, values });
        else {
          const problem = request === '' ? undefined : labelProblem(request);
          if (problem !== undefined) reportInvalid(report, claim.get('request'), problem);
          const key = request === '' ? name : `${name}/${request}`;
          const isUsed =
            request === ''
              ? [...used].some((other) => other.startsWith(`${name}/`))
              : used.has(key);
          if (isUsed) report({ message: 'duplicate', at, path, values });
          used.add(key);
        }
        if (!claimNames.has(name)) report({ message: 'claim', at, path, values });
      }
    }
  },
});

/**
 * The resources of a Pod as a whole with those that the server adds from its containers: since 1.37, to a new one only.
 */
function completedResources({
  facts,
  apiVersion,
  kind,
  root,
  server,
  stored,
}: Resource<PodKind>): ResourceRequirements | undefined {
  if (kind !== 'Pod') return undefined;
  const isKept = stored !== undefined && hasGate(server, 'PodLevelResourcesFixDefaulting', true);
  if (isKept) return undefined;
  // The server has prepared an object of this type.
  const pod = storedObject(facts, apiVersion, asMapping(root.value), server) as Pod;
  return pod.spec?.resources;
}
