import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { flowSchemaNonResourceRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { hasWildcard, wildcardAmongOthers } from '../../src/analysis/requests/wildcard-entries.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/non-resource-urls',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary:
    "Each of nonResourceURLs is a path that starts with '/', with '*' only as its last segment.",
  details: `
\`nonResourceURLs\` are paths of the API server that are not resources, such as \`/healthz\` or \`/metrics\`. A path starts with a
slash, and contains no space and no two consecutive slashes. Its last segment can be \`*\`, which matches any suffix:
\`/healthz/*\`. The API server refuses \`/healthz*\` and \`/*/healthz\`.

\`*\` without a slash matches all paths. It must be the only entry.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    required: {
      text: 'nonResourceURLs is required and must not be empty',
      help: "list paths such as /healthz, or use ['*'] to match all",
      cause: 'FieldValueRequired',
      rows: ['fs-nonresource-urls-required'],
    },
    exclusiveWildcard: {
      text: "nonResourceURLs has '*' and other entries; '*' already matches all paths",
      help: "keep either '*' or the other entries",
      cause: 'FieldValueInvalid',
      rows: ['fs-nonresource-urls-wildcard'],
    },
    empty: {
      text: 'nonResourceURLs must not contain an empty string',
      help: "use a path such as /healthz; '/' matches only the root, '*' matches all paths",
      cause: 'FieldValueInvalid',
      rows: ['fs-nonresource-url-empty'],
    },
    slash: {
      text: "the path '{path}' must start with a slash",
      help: 'write /{path}',
      cause: 'FieldValueInvalid',
      rows: ['fs-nonresource-url-slash'],
    },
    space: {
      text: "the path '{path}' must not contain a space",
      help: 'remove the space, or write each path as an entry of its own',
      cause: 'FieldValueInvalid',
      rows: ['fs-nonresource-url-space'],
      explainsInField: ['flow-control/unmatched-paths'],
    },
    doubleSlash: {
      text: "the path '{path}' must not contain two consecutive slashes",
      help: 'remove one of the slashes',
      cause: 'FieldValueInvalid',
      rows: ['fs-nonresource-url-double-slash'],
      explainsInField: ['flow-control/unmatched-paths'],
    },
    wildcard: {
      text: "'*' in the path '{path}' is not its last segment",
      help: "use '*' only after the last slash, as in /healthz/*",
      cause: 'FieldValueInvalid',
      rows: ['fs-nonresource-url-wildcard'],
      explainsInField: ['flow-control/unmatched-paths'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: probes-of-others }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - subjects:
                - kind: Group
                  group: { name: system:authenticated }
              nonResourceRules:
                - verbs: [get]
                  nonResourceURLs:
                    - "" # expect: empty
                    - healthz # expect: slash
                    - /live z # expect: space
                    - /readyz//etcd # expect: doubleSlash
                    - /healthz* # expect: wildcard
                - verbs: [get]
                  nonResourceURLs: [/healthz, "*"]
                  #                           ^^^ expect: exclusiveWildcard
                - verbs: [get] # expect: required
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: probes-of-others }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - subjects:
                - kind: Group
                  group: { name: system:authenticated }
              nonResourceRules:
                - verbs: [get]
                  nonResourceURLs: [/, /healthz, /readyz/*]
                - verbs: [get]
                  nonResourceURLs: ["*"]
      `,
    ],
  },
  check(resource, { report }) {
    for (const rule of flowSchemaNonResourceRules(resource)) {
      const urls = rule.get('nonResourceURLs');
      if (isEmptyList(urls)) report({ message: 'required', at: urls });
      const wildcard = wildcardAmongOthers(urls);
      if (wildcard !== undefined)
        report({ message: 'exclusiveWildcard', at: wildcard, path: urls.path });
      if (hasWildcard(urls)) continue;
      for (const url of urls.items()) {
        const { value: path = '' } = url;
        const problem = problemOf(path);
        if (problem === 'empty') report({ message: 'empty', at: url });
        else if (problem !== undefined) report({ message: problem, at: url, values: { path } });
      }
    }
  },
});

/** The problem of a path that the server reports, which is only the first one. */
function problemOf(
  path: string,
): 'empty' | 'slash' | 'space' | 'doubleSlash' | 'wildcard' | undefined {
  if (path === '') return 'empty';
  if (!path.startsWith('/')) return 'slash';
  if (path.includes(' ')) return 'space';
  if (path.includes('//')) return 'doubleSlash';
  const wildcard = path.indexOf('*');
  if (wildcard >= 0 && (wildcard < path.length - 1 || !path.endsWith('/*'))) return 'wildcard';
  return undefined;
}
