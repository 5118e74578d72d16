import { dataEntries } from '../../src/analysis/data/data-entries.ts';
import { parseJson } from '../../src/base/json.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The keys that the server requires in the data of a Secret, by its type. */
const REQUIRED_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['kubernetes.io/dockercfg', ['.dockercfg']],
  ['kubernetes.io/dockerconfigjson', ['.dockerconfigjson']],
  ['kubernetes.io/ssh-auth', ['ssh-privatekey']],
  ['kubernetes.io/tls', ['tls.crt', 'tls.key']],
]);

const BASIC_AUTH = 'kubernetes.io/basic-auth';
const BASIC_AUTH_KEYS = ['username', 'password'];
const SSH_AUTH = 'kubernetes.io/ssh-auth';
const TOKEN = 'kubernetes.io/service-account-token';
const ACCOUNT_NAME = 'kubernetes.io/service-account.name';

export default defineRule({
  id: 'secret/type',
  on: 'object',
  kinds: ['Secret'],
  severity: 'error',
  summary: 'A Secret of a type of Kubernetes has the data of that type.',
  details: `
A Secret of one of these types must have these keys:

| type | keys |
| --- | --- |
| \`kubernetes.io/tls\` | \`tls.crt\` and \`tls.key\` |
| \`kubernetes.io/dockerconfigjson\` | \`.dockerconfigjson\`, with a JSON object |
| \`kubernetes.io/dockercfg\` | \`.dockercfg\`, with a JSON object |
| \`kubernetes.io/basic-auth\` | \`username\` or \`password\`, or both |
| \`kubernetes.io/ssh-auth\` | \`ssh-privatekey\`, not empty |

A Secret of type \`kubernetes.io/service-account-token\` needs the annotation \`kubernetes.io/service-account.name\` with the
name of the ServiceAccount. Any other type, and \`Opaque\`, which is the default, has no required keys.
`,
  reference: 'https://kubernetes.io/docs/concepts/configuration/secret/#secret-types',
  messages: {
    key: {
      text: "a Secret of type {type} has no key '{key}'",
      help: "add '{key}' to data or stringData, or use type: Opaque",
      cause: 'FieldValueRequired',
      rows: ['secret-type-key'],
    },
    empty: {
      text: "the key '{key}' is empty",
      help: 'write the private key, or use type: Opaque',
      cause: 'FieldValueRequired',
      rows: ['secret-type-empty'],
    },
    json: {
      text: "the value of '{key}' is not a JSON object",
      help: 'write the output of kubectl create secret docker-registry --dry-run=client -o yaml',
      cause: 'FieldValueInvalid',
      rows: ['secret-type-json'],
    },
    account: {
      text: 'the Secret names no ServiceAccount for its token',
      help: 'add the annotation kubernetes.io/service-account.name',
      cause: 'FieldValueRequired',
      rows: ['secret-type-account'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Secret
        metadata: { name: certificate }
        type: kubernetes.io/tls
        data: { tls.crt: LS0t } # expect: key
        ---
        apiVersion: v1
        kind: Secret
        metadata: { name: unreadable }
        type: kubernetes.io/basic-auth
        data: { password: swordfish }
      `,
      yaml`
        apiVersion: v1
        kind: Secret
        metadata: { name: registry }
        type: kubernetes.io/dockerconfigjson
        stringData:
          .dockerconfigjson: auths
          #                  ^^^^^ expect: json
      `,
      yaml`
        apiVersion: v1
        kind: Secret
        metadata: { name: deploy-key }
        type: kubernetes.io/ssh-auth
        stringData:
          ssh-privatekey: ""
          #               ^^ expect: empty
      `,
      yaml`
        apiVersion: v1
        kind: Secret
        metadata: { name: builder-token } # expect: account
        type: kubernetes.io/service-account-token
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Secret
        metadata:
          name: builder-token
          annotations: { kubernetes.io/service-account.name: builder }
        type: kubernetes.io/service-account-token
      `,
      yaml`
        apiVersion: v1
        kind: Secret
        metadata: { name: login }
        type: kubernetes.io/basic-auth
        stringData: { password: swordfish }
      `,
    ],
  },
  check(resource, { report }) {
    const { root } = resource;
    const { value: type = '' } = root.get('type');
    if (type === TOKEN) {
      const annotations = root.get('metadata').get('annotations');
      if ((annotations.value?.[ACCOUNT_NAME] ?? '') !== '') return;
      const path = `metadata.annotations[${ACCOUNT_NAME}]`;
      report({ message: 'account', at: annotations, path });
      return;
    }
    const entries = new Map(dataEntries(resource).map((entry) => [entry.key, entry]));
    const isUnnamed = type === BASIC_AUTH && !BASIC_AUTH_KEYS.some((key) => entries.has(key));
    const keys = isUnnamed ? BASIC_AUTH_KEYS : (REQUIRED_KEYS.get(type) ?? []);
    // The server reads no Secret with a value that is not base64.
    if (keys.some((key) => root.get('data').get(key).pruned)) return;
    for (const key of keys) {
      const path = `data[${key}]`;
      const entry = entries.get(key);
      if (entry === undefined) {
        const at = root.get(root.get('data').value === undefined ? 'stringData' : 'data');
        // A value that cannot be read, such as a placeholder, is not among the entries.
        const dependsOn = [path, `stringData[${key}]`];
        report({ message: 'key', at, path, values: { type, key }, dependsOn });
      } else if (type === SSH_AUTH) {
        if (entry.size === 0) report({ message: 'empty', at: entry.field, path, values: { key } });
      } else if (key.startsWith('.') && !isJsonObject(entry.text())) {
        report({ message: 'json', at: entry.field, path, values: { key } });
      }
    }
  },
});

/** Reports whether Go decodes a value as a JSON object. It takes null for an empty one. */
function isJsonObject(text: string): boolean {
  const value = parseJson(text);
  return typeof value === 'object' && !Array.isArray(value);
}
