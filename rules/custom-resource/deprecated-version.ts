import { valueLocation } from '../../src/analysis/custom-resources/locations.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { recommendedVersion } from '../../src/server/custom-resources/definition.ts';

export default defineRule({
  id: 'custom-resource/deprecated-version',
  on: 'custom-resource',
  severity: 'warning',
  isInfoInSamples: true,
  summary: 'The apiVersion of a custom resource is not deprecated by its CRD.',
  details: `
A CRD can mark a version with \`deprecated: true\`. It is served for some more releases and is then gone; until then the
server warns every client that uses it, with the \`deprecationWarning\` of the CRD if it has one.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-deprecation',
  messages: {
    replaced: {
      text: '{apiVersion} of {kind} is deprecated{warning}',
      help: 'use {use}, and check the fields: they can have other names or defaults',
      cause: 'Warning',
      step: 'before-validation',
      rows: ['cr-version-deprecated'],
    },
    deprecated: {
      text: '{apiVersion} of {kind} is deprecated{warning}; the CRD serves no newer version',
      cause: 'Warning',
      step: 'before-validation',
      rows: ['cr-version-deprecated'],
    },
  },
  examples: {
    bad: [
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
            - name: v1beta1
              served: true
              storage: false
              deprecated: true
              schema: { openAPIV3Schema: { type: object } }
        ---
        apiVersion: stable.example.com/v1beta1
        #           ^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: replaced
        kind: CronTab
        metadata: { name: nightly }
      `,
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
              deprecated: true
              deprecationWarning: CronTab is replaced by Schedule
              schema: { openAPIV3Schema: { type: object } }
        ---
        apiVersion: stable.example.com/v1
        #           ^^^^^^^^^^^^^^^^^^^^^ expect: deprecated
        kind: CronTab
        metadata: { name: nightly }
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
            - name: v1
              served: true
              storage: true
              schema: { openAPIV3Schema: { type: object } }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
      `,
    ],
  },
  check(resource, { report }) {
    const { version, crd, apiVersion, kind } = resource;
    if (!version.isDeprecated) return;
    const location = valueLocation(resource, ['apiVersion'], null);
    const { deprecationWarning = '' } = version;
    const warning = deprecationWarning === '' ? '' : `: ${deprecationWarning}`;
    const use = recommendedVersion(crd.definition, version);
    if (use === undefined)
      report({ message: 'deprecated', at: location, values: { apiVersion, kind, warning } });
    else {
      const replacement = `${crd.definition.group}/${use.name}`;
      report({
        message: 'replaced',
        at: location,
        values: { apiVersion, kind, warning, use: replacement },
      });
    }
  },
});
