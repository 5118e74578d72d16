import {
  KINDS_WITH_WEBHOOK_CLIENTS,
  settledWebhookClients,
} from '../../src/analysis/admission/webhook-clients.ts';
import { type NetUrlRefusal, parseNetUrl } from '../../src/go/net-url.ts';
import { fromByteText } from '../../src/go/quote.ts';
import { serverHas } from '../../src/kubernetes/server-changes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** What is wrong with a text that Go's `net/url` refuses. */
const REFUSALS: Readonly<Record<NetUrlRefusal, string>> = {
  'control-character': 'it has a control character',
  'missing-scheme': 'nothing stands before the first colon',
  'colon-in-first-segment': 'what stands before the first colon is no scheme',
  'user-info': 'what stands before @ has a character that must not be there',
  escape:
    'a % is not followed by two hexadecimal digits, or escapes what must not be escaped there',
  'host-character': 'the host has a character that no host name has',
  'host-literal': 'what stands in brackets is no IPv6 address',
  port: 'the port is not a number',
  relative: 'it begins with neither a scheme nor a slash',
};

export default defineRule({
  id: 'webhook/url',
  kinds: KINDS_WITH_WEBHOOK_CLIENTS,
  severity: 'error',
  summary: 'The url of a webhook is https://host[:port][/path] and nothing more.',
  details: `
The API server calls a webhook over TLS only and adds its own query (the timeout), so it refuses a
\`url\` with another scheme, without a host, with a user name, a query or a fragment. What it cannot
take apart at all it refuses as a missing value. Credentials for a webhook belong into a kubeconfig
of the API server, not into the object.

The host is resolved by the API server, which usually does not use the DNS of the cluster: for a
webhook in the cluster write \`service\` instead.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#url',
  messages: {
    unreadable: {
      text: "'{url}' is no URL: {reason}",
      help: 'write https://host[:port][/path]',
      cause: 'FieldValueRequired',
      rows: ['webhook-url-parse', 'crd-conversion-url-parse'],
    },
    scheme: {
      text: "the scheme is '{scheme}'; the server calls webhooks over https only",
      help: 'write https://host[:port][/path]; the certificate is checked against caBundle',
      cause: 'FieldValueInvalid',
      rows: ['webhook-url-scheme', 'crd-conversion-url-https'],
    },
    schemeMissing: {
      text: 'there is no scheme; the server calls webhooks over https only',
      help: 'write https://host[:port][/path]; the certificate is checked against caBundle',
      cause: 'FieldValueInvalid',
      rows: ['webhook-url-scheme', 'crd-conversion-url-https'],
    },
    host: {
      text: "'{url}' has no host",
      help: 'write https://host[:port][/path]',
      cause: 'FieldValueInvalid',
      rows: ['webhook-url-host', 'crd-conversion-url-host'],
    },
    userInfo: {
      text: 'the url has a user name or password, which the server does not send',
      help: 'leave out everything up to @; give the API server credentials by its admission configuration',
      cause: 'FieldValueInvalid',
      rows: ['webhook-url-user-info', 'crd-conversion-url-userinfo'],
    },
    fragment: {
      text: "the url has a fragment, '#{fragment}', which is never sent",
      help: 'leave out everything from # on',
      cause: 'FieldValueInvalid',
      rows: ['webhook-url-fragment', 'crd-conversion-url-fragment'],
    },
    query: {
      text: "the url has a query, '?{query}'; the server writes the query itself",
      help: 'put what the webhook must know into the path',
      cause: 'FieldValueInvalid',
      rows: ['webhook-url-query', 'crd-conversion-url-query'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              url: http://hooks.example.com/pods
              #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: scheme
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: queries.example.com
            clientConfig:
              url: "https://me:secret@hooks.example.com/pods?strict=1#now" # expect: userInfo, fragment, query
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: hosts.example.com
            clientConfig:
              url: https:///pods
              #    ^^^^^^^^^^^^^ expect: host
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: ports.example.com
            clientConfig:
              url: https://hooks.example.com:http/pods
              #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: unreadable
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: bare.example.com
            clientConfig:
              url: //hooks.example.com
              #    ^^^^^^^^^^^^^^^^^^^ expect: schemeMissing
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              url: https://hooks.example.com:8443/pods
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
    ],
  },
  check(resource, { report, minor }) {
    const strictColons = serverHas('strict-colons-in-hosts', minor);
    for (const client of settledWebhookClients(resource)) {
      const field = client.get('url');
      const text = field.value;
      if (text === undefined) continue;
      const parsed = parseNetUrl(text, { strictColons });
      if (!parsed.ok) {
        report('unreadable', field, { url: text, reason: REFUSALS[parsed.refusal] });
        continue;
      }
      const { scheme, host, user, fragment, query } = parsed.url;
      if (scheme === '') report('schemeMissing', field);
      else if (scheme !== 'https') report('scheme', field, { scheme });
      if (host === '') report('host', field, { url: text });
      if (user !== undefined) report('userInfo', field);
      if (fragment !== '') {
        report('fragment', field, { fragment: text.slice(text.indexOf('#') + 1) });
      }
      if (query !== '') report('query', field, { query: fromByteText(query) });
    }
  },
});
