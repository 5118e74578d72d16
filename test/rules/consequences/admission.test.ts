import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/result/finding.ts';
import { lintPedantically } from '../../lint/lint-pedantically.ts';

interface RootCause {
  readonly what: string;
  readonly manifest: object;
  /** `rule#message` of the mistake. */
  readonly root: string;
  /** Those of the other findings that the same edit fixes. */
  readonly consequences: readonly string[];
}

const webhooks = (...fields: readonly object[]) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'hooks' },
  webhooks: fields.map((more, index) => ({
    name: `w${index}.example.com`,
    clientConfig: { url: 'https://hooks.example.com' },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    ...more,
  })),
});

const resourceRule = (more: object) => ({
  operations: ['CREATE'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['pods'],
  ...more,
});

const ADMISSION: readonly RootCause[] = [
  {
    what: 'the host and port of a url only',
    manifest: webhooks({ clientConfig: { url: 'hooks.example.com:8443/pods' } }),
    root: 'webhook/url#schemeMissing',
    consequences: ['webhook/url#host'],
  },
  {
    what: 'the group of a review version',
    manifest: webhooks({ admissionReviewVersions: ['admission.k8s.io/v1'] }),
    root: 'webhook/review-versions#format',
    consequences: ['webhook/review-versions#unknown'],
  },
  {
    what: 'entries with a wildcard for everything',
    manifest: webhooks({
      rules: [resourceRule({ resources: ['*/*', 'pods/log', '*', 'pods'] })],
    }),
    root: 'admission/rule-wildcards#everything',
    consequences: ['admission/rule-wildcards#allResources'],
  },
  {
    what: 'a wildcard for subresources after one for everything',
    manifest: webhooks({ rules: [resourceRule({ resources: ['*/*', 'pods/*'] })] }),
    root: 'admission/rule-wildcards#everything',
    consequences: ['admission/rule-wildcards#covered'],
  },
  {
    what: 'a verb of RBAC in a policy that mutates',
    manifest: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingAdmissionPolicy',
      metadata: { name: 'labels' },
      spec: {
        reinvocationPolicy: 'Never',
        matchConstraints: { resourceRules: [resourceRule({ operations: ['patch'] })] },
        mutations: [
          { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } },
        ],
      },
    },
    root: 'admission/rule-operations#unsupported',
    consequences: ['policy/mutating-operations#unsupported'],
  },
];

describe.each([{ family: 'webhooks and resource rules', table: ADMISSION }])(
  'root causes in $family',
  ({ table }) => {
    it.each(table)('$what', ({ manifest, root, consequences }) => {
      const { findings } = lintPedantically([
        { name: 'object.yaml', content: JSON.stringify(manifest) },
      ]);
      const errors = findings.filter(({ severity }) => severity === 'error');
      const rootIndex = findings.findIndex((finding) => nameOf(finding) === root);
      expect(findings[rootIndex]?.causedBy).toBeNull();
      const caused = errors.filter(({ causedBy }) => causedBy === rootIndex).map(nameOf);
      expect(caused.sort()).toEqual([...consequences].sort());
      expect(errors).toHaveLength(1 + consequences.length);
    });
  },
);

function nameOf({ rule, messageId }: Finding): string {
  return `${rule}#${messageId}`;
}
