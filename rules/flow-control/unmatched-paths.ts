import { pathPrefix } from '../../src/analysis/flow-control/flow-schema-coverage.ts';
import { flowSchemaNonResourceRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The verbs of requests for resources only. The verbs of requests for paths are HTTP methods in lowercase. */
const RESOURCE_VERBS: ReadonlySet<string> = new Set([
  'list',
  'watch',
  'create',
  'update',
  'deletecollection',
  'proxy',
]);

/**
 * The paths that API servers serve, other than the paths of resources. A slash at the end includes everything below the
 * path.
 */
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
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'info',
  summary: 'The paths and verbs of nonResourceRules occur in requests.',
  details: `
The verb of a request for a path such as \`/healthz\` is its HTTP method in lowercase. Of the verbs that a FlowSchema can
have, only \`get\`, \`delete\`, \`patch\` and \`*\` match such a request. It cannot have \`post\` and \`head\`.

A path also matches everything below it: \`/healthz\` matches \`/healthz/ping\`, but \`/healthz/\` and \`/healthz/*\` do not match
\`/healthz\`. It must consist of whole segments: \`/hea\` does not match \`/healthz\`. Extension API servers can serve other paths
than those that kubeadmit knows.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/flow-schema-v1/',
  messages: {
    verb: {
      text: "the verb '{verb}' matches no request for a path",
      help: 'use get, or "*" to match all methods',
      rows: ['lint-fs-verb-nonresource'],
    },
    path: {
      text: "the path '{path}' matches no path that an API server serves",
      help: 'use a path such as /healthz, which also matches everything below it',
      rows: ['lint-fs-nonresource-url-unknown'],
    },
    below: {
      text: "'{path}' matches only paths below it, but not {without}",
      help: 'use {without}, which also matches everything below it',
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
      for (const item of rule.itemsOf('verbs')) {
        const { value: verb = '' } = item;
        if (RESOURCE_VERBS.has(verb)) report({ message: 'verb', at: item, values: { verb } });
      }
      const paths = rule.get('nonResourceURLs');
      const all = new Set(paths.value ?? []);
      for (const item of paths.items()) {
        const { value: path = '' } = item;
        // The server refuses others.
        if (!path.startsWith('/')) continue;
        const without = path.slice(0, -1);
        if (!isServed(path)) report({ message: 'path', at: item, values: { path } });
        else if (path.endsWith('/') && SERVED.includes(without) && !all.has(without)) {
          report({ message: 'below', at: item, values: { path, without } });
        }
      }
    }
  },
});

/** Reports whether API servers serve the path of a rule, or one below it. */
function isServed(path: string): boolean {
  const prefix = pathPrefix(path);
  return SERVED.some(
    (served) =>
      served === path ||
      served.startsWith(prefix) ||
      (served.endsWith('/') && served !== '/' && prefix.startsWith(served)),
  );
}
