import { POD_KINDS, type PodContainer, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { firstNames } from '../../src/base/first-names.ts';
import type { Field } from '../../src/rule/field.ts';
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
      text: 'the variable {name} is defined before, and this item hides its value{others}',
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
                - { name: COLOR, value: never }
                - { name: LEVEL, value: debug } # expect: hidden
                - { name: COLOR, value: always }
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
    for (const container of podOf(resource).containers) {
      const [first, ...others] = hidingVariables(container);
      if (first === undefined) continue;
      const names = others.map(({ name }) => name);
      const so = names.length === 0 ? '' : `; so do the items for ${firstNames(names, MOST_NAMES)}`;
      report({ message: 'hidden', at: first.at, values: { name: first.name, others: so } });
    }
  },
});

/** The most names in a message after the first one. */
const MOST_NAMES = 3;

interface HidingVariable {
  readonly name: string;
  readonly at: Field;
}

/** The items of the environment of a container that hide the value of an earlier one. */
function hidingVariables({ field }: PodContainer): readonly HidingVariable[] {
  const names = new Set<string>();
  return field
    .get('env')
    .items()
    .flatMap((at) => {
      const { value: name = '' } = at.get('name');
      const { value: text = '' } = at.get('value');
      const reference = `$(${name})`;
      const usesFirst =
        at.get('valueFrom').absent && text !== reference && text.includes(reference);
      const hides = names.has(name) && !usesFirst;
      names.add(name);
      return hides ? [{ name, at }] : [];
    });
}
