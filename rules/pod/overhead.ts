import { reportInvalid, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { amountProblem, amountsIn } from '../../src/analysis/pods/amounts.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import {
  containerResourceProblem,
  haveOnlyHugePages,
} from '../../src/analysis/quota/resource-names.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { Overhead } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'pod/overhead',
  on: 'object',
  kinds: [...POD_KINDS, 'RuntimeClass'],
  severity: 'error',
  summary: 'The overhead of a pod has resources and amounts that containers can have.',
  details: `
\`overhead\` is what a pod needs in addition to its containers. The admission plugin RuntimeClass writes it, from the RuntimeClass of
the pod, and refuses a Pod that has another one. So manifests of pods need no overhead.
`,
  reference: 'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-overhead/',
  messages: {
    name: {
      text: "'{name}' cannot be a resource: {problem}",
      help: 'use cpu or memory',
      cause: 'FieldValueInvalid',
      rows: ['pod-overhead-name'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-overhead-invalid'] },
    hugePages: {
      text: 'an overhead of huge pages needs cpu or memory too',
      help: 'add cpu or memory',
      cause: 'FieldValueForbidden',
      rows: ['pod-overhead-huge-pages'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          overhead:
            energy: 1
          # ^^^^^^ expect: name
            memory: -1Mi
            #       ^^^^ expect: invalid
          containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          overhead: { hugepages-2Mi: 2Mi }
        # ^^^^^^^^ expect: hugePages
          containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          runtimeClassName: kata
          overhead: { cpu: 100m, memory: 64Mi }
          containers: [{ name: web, image: nginx }]
      `,
    ],
  },
  check(resource, { report }) {
    if (isOfKind(resource, ...POD_KINDS)) {
      const overhead = podOf(resource).spec.get('overhead');
      checkAmounts(overhead, overhead);
    } else if (isOfKind(resource, 'RuntimeClass')) {
      const overhead = resource.root.get('overhead');
      checkAmounts(overhead, overhead.get('podFixed'));
    }

    function checkAmounts(overhead: Field, map: Field<Overhead['podFixed']>): void {
      const amounts = amountsIn(map);
      for (const amount of amounts) {
        const { name, field } = amount;
        const path = `${overhead.path}.limits[${name}]`;
        const problem = containerResourceProblem(name);
        if (problem !== undefined) {
          report({ message: 'name', at: field, side: 'key', path, values: { name, problem } });
        }
        const wrong = amountProblem(amount);
        if (wrong !== undefined) reportInvalid(report, field, wrong, { path });
      }
      const names = amounts.map(({ name }) => name);
      if (haveOnlyHugePages(names)) {
        report({ message: 'hugePages', at: overhead, side: 'key' });
      }
    }
  },
});
