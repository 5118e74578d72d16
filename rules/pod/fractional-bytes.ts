import { amountsIn, type ResourceAmount } from '../../src/analysis/pods/amounts.ts';
import { POD_KINDS, type PodKind, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { volumesOfWarnings } from '../../src/analysis/pods/volumes.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind, type Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { toInt64 } from '../../src/server/kubernetes/formats/quantity-value.ts';
import type { PersistentVolumeClaimSpec } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'pod/fractional-bytes',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'warning',
  summary: 'Memory and storage are integer numbers of bytes.',
  details: `
\`memory\` and \`ephemeral-storage\` are measured in bytes. The suffix \`m\` means thousandths, so that \`128m\` is an eighth of a
byte. Write \`128Mi\` for mebibytes or \`128M\` for megabytes. The API server warns about amounts that are not integers.
`,
  reference:
    'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-memory',
  messages: {
    fraction: {
      text: '{amount} of {name} is not an integer number of bytes',
      help: 'write Mi for mebibytes, or M for megabytes, instead of m',
      cause: 'Warning',
      rows: ['pod-fractional-bytes'],
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
                requests:
                  memory: 128m
                  #       ^^^^ expect: fraction
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
                requests: { cpu: 100m, memory: 128Mi }
      `,
    ],
  },
  check(resource, { report }) {
    const { spec, containers } = podOf(resource);
    const maps = [
      spec.get('overhead'),
      ...containers.flatMap(({ field }) => {
        const resources = field.get('resources');
        return [resources.get('limits'), resources.get('requests')];
      }),
    ];
    for (const each of maps.flatMap((map) => amountsIn(map))) {
      if (each.name === 'memory' || each.name === 'ephemeral-storage') check(each);
    }
    for (const { claim, path } of claimsOf(resource)) {
      for (const map of ['requests', 'limits'] as const) {
        for (const each of amountsIn(claim.get('resources').get(map))) {
          if (each.name === 'storage') check(each, `${path}.resources.${map}[storage]`);
        }
      }
    }

    function check({ name, field, amount }: ResourceAmount, path = field.path): void {
      if (toInt64(amount, 'thousandths') % 1000n === 0n) return;
      report({
        message: 'fraction',
        at: field,
        path,
        values: { amount: String(field.value), name },
      });
    }
  },
});

interface Claim {
  readonly claim: Field<PersistentVolumeClaimSpec | undefined>;
  /** The path of the claim in the server's warnings. */
  readonly path: string;
}

/** The claims of ephemeral volumes, and of a StatefulSet. */
function claimsOf(resource: Resource<PodKind>): readonly Claim[] {
  const ephemeral = volumesOfWarnings(resource).map(({ volume, path }) => ({
    claim: volume.get('ephemeral').get('volumeClaimTemplate').get('spec'),
    path: `${path}.ephemeral.volumeClaimTemplate.spec`,
  }));
  if (!isOfKind(resource, 'StatefulSet')) return ephemeral;
  const templates = resource.root.get('spec').itemsOf('volumeClaimTemplates');
  return [
    ...ephemeral,
    ...templates.map((template) => ({
      claim: template.get('spec'),
      // The server leaves out the spec of a new claim, and begins it with a capital letter in an update.
      path: resource.stored === undefined ? template.path : `${template.path}.Spec`,
    })),
  ];
}
