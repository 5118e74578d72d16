import { NEWEST_MINOR } from '../../src/kubernetes/minors.ts';
import { testAdvice } from './advice.ts';

testAdvice({
  isMeant: ({ row }) => row.startsWith('customresourcedefinition/crd-lint-'),
  elsewhere: [
    // Only other objects of a run show these, or the object as it is stored.
    'crd-lint-conversion-service-missing',
    'crd-lint-names-conflict',
    'crd-lint-removed-property',
    // The server itself has a word about these in some minors, or they hold of any YAML.
    'crd-lint-rule-newer-function',
    'crd-lint-yaml-bool-name',
    // A key without a limit costs nothing where there are no rules.
    'crd-lint-map-key-unbounded',
  ],
  options: { kubernetesVersions: ['1.30', NEWEST_MINOR] },
});
