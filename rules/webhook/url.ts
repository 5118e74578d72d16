import {
  KINDS_WITH_WEBHOOK_CLIENTS,
  unambiguousWebhookClients,
} from '../../src/analysis/admission/webhook-clients.ts';
import { type NetUrlRefusal, parseNetUrl } from '../../src/base/go/net-url.ts';
import { fromByteText } from '../../src/base/go/quote.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

/** The reason why Go's `net/url` refuses a URL, as part of a message. */
const REFUSALS: Readonly<Record<NetUrlRefusal, string>> = {
  'control-character': 'it contains a control character',
  'missing-scheme': 'the scheme before the first colon is empty',
  'colon-in-first-segment': 'the part before the first colon is not a valid scheme',
  'user-info': 'the part before @ contains an invalid character',
  escape: 'a % must be followed by two hexadecimal digits, and some characters must not be escaped',
  'host-character': 'the host contains an invalid character',
  'host-literal': 'the host in brackets is not an IPv6 address',
  port: 'the port is not a number',
  relative: 'it starts with neither a scheme nor a slash',
};

export default defineRule({
  id: 'webhook/url',
  on: 'object',
  kinds: KINDS_WITH_WEBHOOK_CLIENTS,
  severity: 'error',
  summary: 'The url of a webhook has the form https://host[:port][/path].',
  details: `
The API server calls webhooks over TLS only and adds a query of its own (the timeout). So the \`url\` must have the scheme
\`https\` and a host, and must not have a user name, a query or a fragment. A URL that cannot be parsed is reported as a
missing value. Credentials for a webhook belong in a kubeconfig file of the API server.

The API server usually does not use the DNS of the cluster to resolve the host; use \`service\` for a webhook in the
cluster.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#url',
  messages: {
    unreadable: {
      text: "'{url}' is not a valid URL: {reason}",
      help: 'use a URL of the form https://host[:port][/path]',
      cause: 'FieldValueRequired',
      rows: ['webhook-url-parse', 'crd-conversion-url-parse'],
    },
    scheme: {
      text: "the scheme of the url is '{scheme}'; it must be https",
      help: 'use a URL of the form https://host[:port][/path]; the certificate is verified with caBundle',
      cause: 'FieldValueInvalid',
      rows: ['webhook-url-scheme', 'crd-conversion-url-https'],
    },
    schemeMissing: {
      text: 'the url has no scheme; it must be https',
      help: 'use a URL of the form https://host[:port][/path]; the certificate is verified with caBundle',
      cause: 'FieldValueInvalid',
      explains: ['webhook/url#host'],
      rows: ['webhook-url-scheme', 'crd-conversion-url-https'],
    },
    host: {
      text: "the url '{url}' has no host",
      help: 'use a URL of the form https://host[:port][/path]',
      cause: 'FieldValueInvalid',
      rows: ['webhook-url-host', 'crd-conversion-url-host'],
    },
    userInfo: {
      text: 'the url must not contain a user name or password',
      help: 'remove everything up to @; configure credentials in a kubeconfig file of the API server',
      cause: 'FieldValueInvalid',
      rows: ['webhook-url-user-info', 'crd-conversion-url-userinfo'],
    },
    fragment: {
      text: "the url must not contain a fragment, such as '#{fragment}'",
      help: 'remove the fragment',
      cause: 'FieldValueInvalid',
      rows: ['webhook-url-fragment', 'crd-conversion-url-fragment'],
    },
    query: {
      text: "the url must not contain a query, such as '?{query}'",
      help: 'move the parameters of the webhook to the path',
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
          - name: address.example.com
            clientConfig:
              url: hooks.example.com:8443/pods # expect: schemeMissing, host
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
    for (const client of unambiguousWebhookClients(resource)) {
      const field = client.get('url');
      const text = field.value;
      if (text === undefined) continue;
      const parsed = parseNetUrl(text, { strictColons });
      if (!parsed.ok) {
        report({
          message: 'unreadable',
          at: field,
          values: { url: text, reason: REFUSALS[parsed.refusal] },
        });
        continue;
      }
      const { scheme, opaque, host, user, fragment, query } = parsed.url;
      // In `hooks.example.com:8443/pods`, Go takes the host as the scheme.
      if (scheme === '' || /^\d/.test(opaque)) report({ message: 'schemeMissing', at: field });
      else if (scheme !== 'https') report({ message: 'scheme', at: field, values: { scheme } });
      if (host === '') report({ message: 'host', at: field, values: { url: text } });
      if (user !== undefined) report({ message: 'userInfo', at: field });
      if (fragment !== '') {
        report({
          message: 'fragment',
          at: field,
          values: { fragment: text.slice(text.indexOf('#') + 1) },
        });
      }
      if (query !== '')
        report({ message: 'query', at: field, values: { query: fromByteText(query) } });
    }
  },
});
