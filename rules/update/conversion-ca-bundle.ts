import { changeErrors } from '../../src/analysis/change-errors.ts';
import { placeBefore } from '../../src/analysis/updates/changes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'update/conversion-ca-bundle',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary:
    'An update does not replace a valid CA bundle of a conversion webhook with an invalid one.',
  details: `
The server calls the conversion webhook of a CustomResourceDefinition for every object that is stored in another version
than the one that is asked for. With a CA bundle that contains no certificate all these calls fail. So the server refuses
an update that replaces a valid bundle with such a one. It accepts it in a new CRD, and where the stored one is invalid.

This rule needs the stored object: \`--base\` says where it is.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#configure-customresourcedefinition-to-use-conversion-webhooks',
  messages: {
    invalid: {
      text: 'caBundle contains no valid certificate, but the stored one does',
      help: 'keep the stored bundle, or set certificates in PEM form, encoded with base64',
      cause: 'FieldValueInvalid',
      rows: ['crd-update-cabundle'],
      ofUpdates: true,
      withoutExample: 'the certificates are too long for a page',
      explainsInField: ['crd/conversion-webhook#bundle'],
    },
  },
  examples: {
    bad: [],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema: { openAPIV3Schema: { type: object } }
      `,
    ],
  },
  check(resource, { report }) {
    const { stored } = resource;
    if (stored === undefined) return;
    for (const error of changeErrors(resource)) {
      if (error.kind !== 'ca-bundle') continue;
      report({ message: 'invalid', at: error.at, related: [placeBefore(stored, error.before)] });
    }
  },
});
