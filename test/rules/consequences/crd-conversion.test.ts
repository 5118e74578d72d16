import { expect, it } from 'vitest';
import { lintPedantically } from '../../lint/lint-pedantically.ts';

/** A manifest with one mistake about which the server reports several errors. */
interface Mistake {
  readonly manifest: object;
  /** The error that the mistake is, as `rule#message`. */
  readonly root: string;
  /** The errors that only follow from it, in the order of the report. */
  readonly consequences: readonly string[];
}

function crd(spec: object): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'crontabs.stable.example.com' },
    spec: {
      group: 'stable.example.com',
      names: { plural: 'crontabs', kind: 'CronTab' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object' } },
        },
      ],
      ...spec,
    },
  };
}

const webhook = {
  clientConfig: { service: { name: 'convert', namespace: 'shop' } },
  conversionReviewVersions: ['v1'],
};

const forbiddenWebhook = [
  'crd/conversion#clientForbidden',
  'crd/conversion#reviewVersionsForbidden',
];

const mistakes: readonly Mistake[] = [
  // crd/conversion
  {
    manifest: crd({ conversion: { strategy: 'webhook', webhook } }),
    root: 'crd/conversion#strategy',
    consequences: forbiddenWebhook,
  },
  {
    manifest: crd({ conversion: { strategy: '', webhook } }),
    root: 'crd/conversion#strategyRequired',
    consequences: forbiddenWebhook,
  },
  {
    manifest: crd({ conversion: { strategy: 'None', webhook } }),
    root: 'crd/conversion#clientForbidden',
    consequences: ['crd/conversion#reviewVersionsForbidden'],
  },
  {
    manifest: crd({ conversion: { strategy: 'Webhook' } }),
    root: 'crd/conversion#webhookRequired',
    consequences: ['crd/review-versions#required'],
  },
  // crd/group
  {
    manifest: crd({ group: '' }),
    root: 'crd/group#required',
    consequences: ['crd/name#mismatch'],
  },
  {
    manifest: crd({ group: 'Stable.example.com' }),
    root: 'crd/group#format',
    consequences: ['crd/name#mismatch'],
  },
  {
    manifest: crd({ group: 'stable' }),
    root: 'crd/group#dot',
    consequences: ['crd/name#mismatch'],
  },
];

it.each(mistakes)('$root explains $consequences', ({ manifest, root, consequences }) => {
  const { findings } = lintPedantically([{ name: 'a.json', content: JSON.stringify(manifest) }]);
  const idOf = (finding: (typeof findings)[number]) => `${finding.rule}#${finding.messageId}`;
  const index = findings.findIndex((finding) => idOf(finding) === root);
  const following = findings.filter(({ causedBy }) => causedBy === index).map(idOf);
  expect(following).toEqual(consequences);
  const others = findings.filter(
    ({ severity, causedBy }) => severity === 'error' && causedBy === null,
  );
  expect(others.map(idOf)).toEqual([root]);
});
