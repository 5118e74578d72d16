import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/hidden-variables',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'warning',
  summary: 'No environment variable is defined twice, unless the second value uses the first one.',
  details: `
Of two items of \`env\` with the same name the last one counts. It may use the first one, as in \`$(PATH):/opt/bin\`; otherwise the
first one has no effect, and \`kubectl apply\` may lose one of them. The API server warns about it.
`,
  reference:
    'https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/',
  messages: {
    hidden: {
      text: 'the variable {name} is defined before, and this item hides its value',
      help: 'remove one of the two items',
      cause: 'Warning',
      rows: ['pod-env-hidden'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              env:
                - { name: LEVEL, value: info }
                - { name: LEVEL, value: debug } # expect: hidden
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              env:
                - { name: FLAGS, value: --verbose }
                - { name: FLAGS, value: $(FLAGS) --color }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { field: container } of podOf(resource).containers) {
      const names = new Set<string>();
      for (const variable of container.itemsOf('env')) {
        const { value: name = '' } = variable.get('name');
        const { value: text = '' } = variable.get('value');
        const reference = `$(${name})`;
        const usesFirst =
          variable.get('valueFrom').absent && text !== reference && text.includes(reference);
        if (names.has(name) && !usesFirst) {
          report({ message: 'hidden', at: variable, values: { name } });
        }
        names.add(name);
      }
    }
  },
});
