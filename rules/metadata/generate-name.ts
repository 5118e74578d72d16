import {
  namePrefixProblem,
  nameProblem,
  requiredStart,
  suggestObjectName,
  urlProblem,
} from '../../src/analysis/metadata/names.ts';
import { objectName } from '../../src/analysis/metadata/object-name.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { metadataTraits } from '../../src/server/kubernetes/kinds.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'metadata/generate-name',
  on: 'metadata',
  severity: 'error',
  summary: 'A generateName is the start of a name that is valid for the kind.',
  details: `
If \`metadata.name\` is absent, the server generates a name: the first 58 bytes of \`generateName\` and five random letters
and digits. It validates both \`generateName\` and the generated name, so it often reports the same problem for both
fields.

The server validates \`generateName\` even if the object has a name. A dash at its end is allowed, and so is, in this
check, any character before the dash: \`shop.-\` is valid, but the generated name \`shop.-x7k2p\` is not.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#generated-values',
  messages: {
    format: {
      text: "'{prefix}' is not a valid generateName of a {kind}: {problem}",
      help: 'use a generateName such as {suggestion}-',
      cause: 'FieldValueInvalid',
      rows: [
        'meta-generate-name-subdomain',
        'meta-generate-name-long',
        'meta-generate-name-format',
        'as-generate-name',
      ],
      step: 'name',
      explains: ['metadata/generate-name#generated', 'policy/audit-annotations#policyName'],
    },
    generated: {
      text: "the generated name, such as '{name}', is not valid for a {kind}: {problem}",
      help: 'use a generateName such as {suggestion}-',
      cause: 'FieldValueInvalid',
      rows: [
        'meta-generate-name-masked',
        'meta-generate-name-subdomain',
        'meta-generate-name-format',
      ],
      step: 'name',
      explains: ['policy/audit-annotations#policyName'],
    },
    unused: {
      text: "the object has a name, but the server refuses its generateName '{prefix}': {problem}",
      help: 'remove generateName',
      cause: 'FieldValueInvalid',
      rows: ['meta-generate-name-ignored'],
      step: 'last',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          generateName: Shop-
          #             ^^^^^ expect: format, generated
        spec:
          hard: { pods: "10" }
      `,
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          generateName: shop.-
          #             ^^^^^^ expect: generated
        spec:
          hard: { pods: "10" }
      `,
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: shop
          generateName: shop/-
          #             ^^^^^^ expect: unused
        spec:
          hard: { pods: "10" }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          generateName: shop-
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  check(resource, { report, minor, server }) {
    const { kind, facts, apiVersion } = resource;
    const { nameFormat } = metadataTraits(facts, apiVersion);
    const metadata = resource.root.get('metadata');
    const field = metadata.get('generateName');
    const prefix = field.value ?? '';
    if (prefix === '') return;
    const start = requiredStart(resource);
    const suggestion = suggestObjectName(nameFormat, prefix, '-');
    const acceptsAny =
      facts?.acceptsAnyNamePrefix && serverHas('any-prefix-for-generated-names', minor);
    const prefixProblem = acceptsAny
      ? undefined
      : namePrefixProblem(nameFormat, prefix, server, start);
    if (prefixProblem !== undefined) {
      report({
        message: 'format',
        at: field,
        values: { kind, prefix, problem: prefixProblem, suggestion },
      });
    }
    const name = metadata.get('name');
    if (name.pruned) return;
    if ((name.value ?? '') === '') {
      const generated = objectName(resource);
      const problem = nameProblem(nameFormat, generated, server, start);
      if (problem === undefined) return;
      report({
        message: 'generated',
        at: field,
        values: { kind, name: generated, problem, suggestion },
        path: name.path,
      });
    } else if (prefixProblem === undefined) {
      const problem = urlProblem(prefix);
      if (problem !== undefined)
        report({ message: 'unused', at: field, values: { prefix, problem } });
    }
  },
});
