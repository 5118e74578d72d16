import { parseRequestUri } from '../../src/base/go/net-url.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

const ANNOTATION = 'api-approved.kubernetes.io';

export default defineRule({
  id: 'crd/api-approved',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A CRD in a group of the Kubernetes project names the approval of its API.',
  details: `
Groups that end in \`k8s.io\` or \`kubernetes.io\` are reserved for the Kubernetes project. The API server accepts a CRD in
such a group only with the annotation \`api-approved.kubernetes.io\`. Its value is the URL of the pull request in which
the API was approved, or a string that starts with \`unapproved\`; the status of the CRD then shows that the API is not
approved.

If the API is not part of the Kubernetes project, use a group below a domain that you own.
`,
  reference:
    'https://kubernetes.io/docs/reference/labels-annotations-taints/#api-approved-kubernetes-io',
  messages: {
    missing: {
      text: "the group '{group}' is reserved for the Kubernetes project; it requires the annotation api-approved.kubernetes.io",
      help: 'use a group below a domain that you own, or add the annotation with the URL of the approving pull request or "unapproved, ..."',
      cause: 'FieldValueRequired',
      rows: ['crd-api-approved-missing'],
    },
    invalid: {
      text: "the annotation api-approved.kubernetes.io is '{value}'; it must be a URL or start with 'unapproved'",
      help: 'set it to the URL of the approving pull request, or to "unapproved, ..." with the reason',
      cause: 'FieldValueInvalid',
      rows: ['crd-api-approved-invalid'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.k8s.io }
        spec:
          group: stable.k8s.io
          #      ^^^^^^^^^^^^^ expect: missing
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata:
          name: crontabs.stable.k8s.io
          annotations:
            api-approved.kubernetes.io: "yes"
            #                           ^^^^^ expect: invalid
        spec:
          group: stable.k8s.io
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata:
          name: crontabs.stable.k8s.io
          annotations:
            api-approved.kubernetes.io: https://github.com/kubernetes/enhancements/pull/1111
        spec:
          group: stable.k8s.io
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
  },
  check(resource, { report, minor }) {
    const group = resource.root.get('spec').get('group');
    const annotations = resource.root.get('metadata').get('annotations');
    const name = group.value ?? '';
    if (!/(^|\.)(k8s|kubernetes)\.io$/.test(name) || annotations.pruned) return;
    const annotation = annotations.entry(ANNOTATION);
    const value = annotation?.value ?? '';
    const path = `${annotations.path}[${ANNOTATION}]`;
    if (annotation === undefined || value === '') {
      report({ message: 'missing', at: annotation ?? group, values: { group: name }, path });
    } else if (!value.startsWith('unapproved') && !isAbsoluteUrl(value, minor)) {
      report({ message: 'invalid', at: annotation, values: { value }, path });
    }
  },
});

function isAbsoluteUrl(text: string, minor: Minor): boolean {
  const parsed = parseRequestUri(text, {
    strictColons: serverHas('strict-colons-in-hosts', minor),
  });
  return parsed.ok && parsed.url.scheme !== '' && parsed.url.host !== '';
}
