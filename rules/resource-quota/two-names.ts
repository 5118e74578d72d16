import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The resources whose requests have a second, shorter name. */
const SHORT_NAMES: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'];

export default defineRule({
  id: 'resource-quota/two-names',
  on: 'object',
  kinds: ['ResourceQuota'],
  severity: 'info',
  summary: 'A quota limits the requests of a resource by one name only.',
  details: `
\`cpu\`, \`memory\` and \`ephemeral-storage\` are other names for \`requests.cpu\`, \`requests.memory\` and
\`requests.ephemeral-storage\`: both limit the sum of the requests. If a quota has both names, the smaller amount applies
and the other one has no effect. Often one of them was meant to be \`limits.cpu\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/#compute-resource-quota',
  messages: {
    both: {
      text: '{name} and {long} limit the same sum; only the smaller amount has an effect',
      help: 'remove {name}, or replace it with limits.{name}',
      rows: ['lint-rq-bare-and-requests'],
      dependsOn: ['spec.hard'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard:
            cpu: 4
          # ^^^ expect: both
            requests.cpu: 2
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard:
            requests.cpu: 2
            limits.cpu: 4
      `,
    ],
  },
  check(resource, { report }) {
    const hard = resource.root.get('spec').get('hard');
    for (const name of SHORT_NAMES) {
      const short = hard.entry(name);
      const long = `requests.${name}`;
      const other = hard.entry(long);
      if (short === undefined || other === undefined) continue;
      const related = [{ span: other.location('key').span, message: 'the other name' }];
      report({ message: 'both', at: short, values: { name, long }, side: 'key', related });
    }
  },
});
