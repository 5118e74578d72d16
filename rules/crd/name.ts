import { objectName } from '../../src/analysis/metadata/object-name.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/name',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary:
    'The name of a CRD is its plural name, a dot and its group: crontabs.stable.example.com.',
  details: `
The name of a CustomResourceDefinition must be \`spec.names.plural\`, a dot and \`spec.group\`, so that there is only one
CRD for a resource. The API server refuses any other name, including one that it generates from \`generateName\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#create-a-customresourcedefinition',
  messages: {
    mismatch: {
      text: "the name is '{name}'; it must be '{expected}', the plural name and the group",
      help: 'change metadata.name, spec.names.plural or spec.group so that they match',
      cause: 'FieldValueInvalid',
      rows: ['crd-name-plural-dot-group'],
      dependsOn: ['spec.group', 'spec.names.plural'],
      explainsInField: ['metadata/name#format'],
    },
    generated: {
      text: "a CRD cannot have a generated name; the name must be '{expected}'",
      help: 'replace generateName with name: {expected}',
      cause: 'FieldValueInvalid',
      rows: ['crd-name-plural-dot-group', 'crd-name-required'],
      explains: ['crd/name#mismatch'],
      dependsOn: ['spec.group', 'spec.names.plural'],
      explainsInField: ['metadata/generate-name#format'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata:
          name: crontab.stable.example.com
          #     ^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: mismatch
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata:
          generateName: crontabs- # expect: generated, mismatch
        spec:
          group: stable.example.com
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
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
  },
  check(resource, { report }) {
    const metadata = resource.root.get('metadata');
    const spec = resource.root.get('spec');
    const plural = spec.get('names').get('plural');
    const group = spec.get('group');
    if (metadata.pruned || plural.pruned || group.pruned) return;
    const required = `${plural.value ?? ''}.${group.value ?? ''}`;
    const expected = `${plural.value || '<plural>'}.${group.value || '<group>'}`;
    const written = metadata.get('name');
    const prefix = metadata.get('generateName');
    const name = objectName(resource);
    if ((prefix.value ?? '') !== '' && prefix.value !== required) {
      report({ message: 'generated', at: prefix, values: { expected } });
    }
    if (name === '' || name === required) return;
    const where = (written.value ?? '') === '' ? prefix : written;
    report({ message: 'mismatch', at: where, values: { name, expected }, path: written.path });
  },
});
