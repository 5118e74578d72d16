import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The resources whose requests have a second, shorter name. */
const SHORT_NAMES: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'];

export default defineRule({
  id: 'resource-quota/two-names',
  kinds: ['ResourceQuota'],
  severity: 'info',
  summary: 'Requests are limited under one name.',
  details: `
\`cpu\`, \`memory\` and \`ephemeral-storage\` are other names for \`requests.cpu\` and so on: both are the sum of the
requests. With both in a quota the smaller amount decides and the other one has no effect. Often \`limits.cpu\`
was meant by one of them.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/#compute-resource-quota',
  messages: {
    both: {
      text: '{name} and {long} are the same count; the smaller amount decides',
      help: 'leave {name} out, or write limits.{name} if that is meant',
      rows: ['lint-rq-bare-and-requests'],
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
    const hard = new Map(
      resource.root
        .get('spec')
        .get('hard')
        .entries()
        .map(({ key, field }) => [key, field]),
    );
    for (const name of SHORT_NAMES) {
      const short = hard.get(name);
      const long = `requests.${name}`;
      const other = hard.get(long);
      if (short === undefined || other === undefined) continue;
      const related = [{ span: other.location('key').span, message: 'the same count' }];
      report('both', short, { name, long }, { side: 'key', related });
    }
  },
});
