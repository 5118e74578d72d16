import { objectName } from '../../src/analysis/metadata/object-name.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/name',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A CRD is called by its plural and its group: crontabs.stable.example.com.',
  details: `
The name of a CustomResourceDefinition is not free: it is \`spec.names.plural\`, a dot and \`spec.group\`.
So there can be only one CRD for a resource. The API server refuses any other name, and so also
\`generateName\`, which cannot give this one.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#create-a-customresourcedefinition',
  messages: {
    mismatch: {
      text: "the name is '{name}'; for this plural and group it must be '{expected}'",
      help: 'correct the name, spec.names.plural or spec.group',
      cause: 'FieldValueInvalid',
      rows: ['crd-name-plural-dot-group'],
      dependsOn: ['spec.group', 'spec.names.plural'],
    },
    generated: {
      text: "a CRD cannot have a generated name: it must be called '{expected}'",
      help: 'write name: {expected} instead of generateName',
      cause: 'FieldValueInvalid',
      rows: ['crd-name-plural-dot-group', 'crd-name-required'],
      dependsOn: ['spec.group', 'spec.names.plural'],
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
    const expected = `${plural.value ?? ''}.${group.value ?? ''}`;
    const written = metadata.get('name');
    const prefix = metadata.get('generateName');
    const name = objectName(resource);
    if ((prefix.value ?? '') !== '' && prefix.value !== expected) {
      report('generated', prefix, { expected });
    }
    if (name === '' || name === expected) return;
    const where = (written.value ?? '') === '' ? prefix : written;
    report('mismatch', where, { name, expected }, { path: written.path });
  },
});
