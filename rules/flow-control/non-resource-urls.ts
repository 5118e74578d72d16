import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { flowSchemaNonResourceRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { hasWildcard, wildcardBesideOthers } from '../../src/analysis/requests/wildcard-entries.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/non-resource-urls',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary:
    'nonResourceURLs are paths that begin with a slash, with * at most as their last segment.',
  details: `
\`nonResourceURLs\` are the paths of the API server that are no objects, such as \`/healthz\` or \`/metrics\`. A path
begins with a slash and has neither blanks nor two slashes in a row. A \`*\` may stand for the rest of it,
right after its last slash: \`/healthz/*\`. \`/healthz*\` and \`/*/healthz\` are refused.

\`*\` alone, without a slash, means every path, and is then the only entry.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    required: {
      text: 'the rule has no nonResourceURLs, so no request could match it',
      help: "add paths such as /healthz, or ['*'] for all",
      cause: 'FieldValueRequired',
      rows: ['fs-nonresource-urls-required'],
    },
    wildcardBesideOthers: {
      text: "nonResourceURLs has '*' beside other entries; '*' already means all paths",
      help: "keep either '*' or the paths",
      cause: 'FieldValueInvalid',
      rows: ['fs-nonresource-urls-wildcard'],
    },
    empty: {
      text: 'the path is empty',
      help: "write a path such as /healthz; '/' is the root alone, '*' everything",
      cause: 'FieldValueInvalid',
      rows: ['fs-nonresource-url-empty'],
    },
    slash: {
      text: "the path '{path}' does not begin with a slash",
      help: 'write /{path}',
      cause: 'FieldValueInvalid',
      rows: ['fs-nonresource-url-slash'],
    },
    space: {
      text: "the path '{path}' has a blank in it",
      help: 'leave the blank out; each path is an entry of its own',
      cause: 'FieldValueInvalid',
      rows: ['fs-nonresource-url-space'],
    },
    doubleSlash: {
      text: "the path '{path}' has two slashes in a row",
      help: 'leave one of them out',
      cause: 'FieldValueInvalid',
      rows: ['fs-nonresource-url-double-slash'],
    },
    wildcard: {
      text: "the path '{path}' has '*' where it cannot stand",
      help: "'*' stands for the rest of a path, right after its last slash: /healthz/*",
      cause: 'FieldValueInvalid',
      rows: ['fs-nonresource-url-wildcard'],
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
                  #                           ^^^ expect: wildcardBesideOthers
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
      if (isEmptyList(urls)) report('required', urls);
      const wildcard = wildcardBesideOthers(urls);
      if (wildcard !== undefined) report('wildcardBesideOthers', wildcard, {}, { path: urls.path });
      if (hasWildcard(urls)) continue;
      for (const url of urls.items()) {
        const { value: path = '' } = url;
        const problem = problemOf(path);
        if (problem === 'empty') report('empty', url);
        else if (problem !== undefined) report(problem, url, { path });
      }
    }
  },
});

/** The first thing that the server has against a path; it tells no more than that. */
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
