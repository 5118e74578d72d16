import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { testAdvice } from './advice.ts';

testAdvice({
  isMeant: ({ row }) => row.startsWith('customresourcedefinition/crd-lint-'),
  unclaimed: [
    // Only other objects of a cluster show these, or the object as it is stored.
    'crd-lint-names-conflict',
    'crd-lint-removed-property',
    // The server reports these in some minors, or they are mistakes in any YAML.
    'crd-lint-rule-newer-function',
    'crd-lint-yaml-bool-name',
    // A key without a limit costs nothing if there are no rules.
    'crd-lint-map-key-unbounded',
  ],
  // The Service is another object, as in the examples of the rule.
  isLeftOut: ({ row }) => row === 'crd-lint-conversion-service-missing',
  options: { kubernetesVersions: ['1.30', NEWEST_MINOR] },
});
