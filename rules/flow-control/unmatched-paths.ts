import { pathPrefix } from '../../src/analysis/flow-control/flow-schema-coverage.ts';
import { flowSchemaNonResourceRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The verbs that no request for a path has: those are HTTP methods in lower case. */
const RESOURCE_VERBS: ReadonlySet<string> = new Set([
  'list',
  'watch',
  'create',
  'update',
  'deletecollection',
  'proxy',
]);

/** The paths that API servers answer, besides those of resources. A slash at the end: all below. */
const SERVED: readonly string[] = [
  '/',
  '/api',
  '/api/',
  '/apis',
  '/apis/',
  '/healthz',
  '/healthz/',
  '/livez',
  '/livez/',
  '/readyz',
  '/readyz/',
  '/version',
  '/version/',
  '/openapi/v2',
  '/openapi/v3',
  '/openapi/v3/',
  '/openid/v1/jwks',
  '/.well-known/openid-configuration',
  '/metrics',
  '/metrics/',
  '/logs',
  '/logs/',
  '/debug/',
  '/statusz',
  '/flagz',
  '/configz',
];

export default defineRule({
  id: 'flow-control/unmatched-paths',
  kinds: ['FlowSchema'],
  severity: 'info',
  summary: 'Rules for paths have verbs and paths that requests have.',
  details: `
The verb of a request for a path such as \`/healthz\` is its HTTP method in lower case. Of the nine verbs that a
FlowSchema can name, only \`get\`, \`delete\` and \`patch\` (and \`*\`) can be one; \`post\` and \`head\` cannot be named at all.

A path stands for itself and for all below it, so \`/healthz\` includes \`/healthz/ping\`, while \`/healthz/\` and
\`/healthz/*\` are only what is below. It is no prefix of a name: \`/hea\` is not \`/healthz\`. Extension servers may
answer more paths than those that are known here.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/flow-schema-v1/',
  messages: {
    verb: {
      text: "no request for a path has the verb '{verb}'",
      help: 'write get, or "*" for all methods',
      rows: ['lint-fs-verb-nonresource'],
    },
    path: {
      text: "no API server answers '{path}' or anything below it",
      help: 'write a whole path such as /healthz, which includes what is below',
      rows: ['lint-fs-nonresource-url-unknown'],
    },
    below: {
      text: "'{path}' is for what is below it alone, not for {without}",
      help: 'write {without}, which includes what is below',
      rows: ['lint-fs-nonresource-url-unknown'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: probes-of-team-a }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - subjects:
                - { kind: User, user: { name: probe } }
              nonResourceRules:
                - verbs: [list]
                  #       ^^^^ expect: verb
                  nonResourceURLs: [/hea, /healthz/]
                  #                 ^^^^ expect: path
                  #                       ^^^^^^^^^ expect: below
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: probes-of-team-a }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - subjects:
                - { kind: User, user: { name: probe } }
              nonResourceRules:
                - verbs: [get]
                  nonResourceURLs: [/healthz, /livez/*]
      `,
    ],
  },
  check(resource, { report }) {
    for (const rule of flowSchemaNonResourceRules(resource)) {
      for (const item of rule.get('verbs').items()) {
        const { value: verb = '' } = item;
        if (RESOURCE_VERBS.has(verb)) report('verb', item, { verb });
      }
      const paths = rule.get('nonResourceURLs');
      const all = new Set(paths.value ?? []);
      for (const item of paths.items()) {
        const { value: path = '' } = item;
        // Anything else is refused.
        if (!path.startsWith('/')) continue;
        const without = path.slice(0, -1);
        if (!isServed(path)) report('path', item, { path });
        else if (path.endsWith('/') && SERVED.includes(without) && !all.has(without)) {
          report('below', item, { path, without });
        }
      }
    }
  },
});

/** Whether a server answers the path of a rule, or one below it. */
function isServed(path: string): boolean {
  const prefix = pathPrefix(path);
  return SERVED.some(
    (served) =>
      served === path ||
      served.startsWith(prefix) ||
      (served.endsWith('/') && served !== '/' && prefix.startsWith(served)),
  );
}
