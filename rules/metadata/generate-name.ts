import {
  namePrefixProblem,
  nameProblem,
  suggestName,
  urlProblem,
} from '../../src/analysis/metadata/names.ts';
import { objectName } from '../../src/analysis/metadata/object-name.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'metadata/generate-name',
  kinds: 'all',
  severity: 'error',
  summary: 'A generateName begins names that the kind allows.',
  details: `
Where there is no \`metadata.name\`, the server makes one: the first 58 bytes of \`generateName\` and five random letters
and digits. Both have to be good: what is given, and the name made of it. So the server often says the same thing of
two fields.

What is given is judged even where there is a name. A dash at its end is fine, and hides the character before it
from the first of the two checks: \`shop.-\` passes, the name \`shop.-x7k2p\` does not.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#generated-values',
  messages: {
    prefix: {
      text: "no name of a {kind} begins with '{prefix}': {problem}",
      help: 'write a beginning such as {suggestion}-',
      cause: 'FieldValueInvalid',
      rows: [
        'meta-generate-name-subdomain',
        'meta-generate-name-long',
        'meta-generate-name-format',
        'as-generate-name',
      ],
      onlyIfOtherwiseValid: ['PodDisruptionBudget'],
    },
    generated: {
      text: "the name that the server makes of it is none for a {kind}, such as '{name}': {problem}",
      help: 'write a beginning such as {suggestion}-',
      cause: 'FieldValueInvalid',
      rows: [
        'meta-generate-name-masked',
        'meta-generate-name-subdomain',
        'meta-generate-name-format',
      ],
      onlyIfOtherwiseValid: ['PodDisruptionBudget'],
    },
    hidden: {
      text: "generateName '{prefix}' is not used, but the server refuses it: {problem}",
      help: 'leave generateName out beside a name',
      cause: 'FieldValueInvalid',
      rows: ['meta-generate-name-ignored'],
      onlyIfOtherwiseValid: true,
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          generateName: Shop-
          #             ^^^^^ expect: prefix, generated
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
          #             ^^^^^^ expect: hidden
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
  check(resource, { report }) {
    const { kind } = resource;
    const metadata = resource.root.get('metadata');
    const field = metadata.get('generateName');
    const prefix = field.value ?? '';
    if (prefix === '') return;
    const suggestion = suggestName(prefix, '-');
    const prefixProblem = namePrefixProblem(kind, prefix);
    if (prefixProblem !== undefined) {
      report('prefix', field, { kind, prefix, problem: prefixProblem, suggestion });
    }
    const name = metadata.get('name');
    if (name.pruned) return;
    if ((name.value ?? '') === '') {
      const generated = objectName(resource);
      const problem = nameProblem(kind, generated);
      if (problem === undefined) return;
      report(
        'generated',
        field,
        { kind, name: generated, problem, suggestion },
        { path: name.path },
      );
    } else if (prefixProblem === undefined) {
      const problem = urlProblem(prefix);
      if (problem !== undefined) report('hidden', field, { prefix, problem });
    }
  },
});
