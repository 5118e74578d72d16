import { allocationOf } from '../../src/analysis/services/allocation.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'service/ignored-fields',
  on: 'object',
  kinds: ['Service'],
  severity: 'warning',
  summary: 'A Service has no field that its type ignores.',
  details: `
A headless Service, whose \`clusterIP\` is \`None\`, ignores \`loadBalancerIP\`, \`externalIPs\` and \`sessionAffinity\`. A Service of
type \`ExternalName\` ignores \`externalIPs\`, and all other types ignore \`externalName\`. The server warns about it.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/service/#headless-services',
  messages: {
    ignored: {
      text: '{field} is ignored: {reason}',
      help: 'remove {field}, or change the type of the Service',
      cause: 'Warning',
      rows: ['service-ignored-headless', 'service-ignored-external-name'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          clusterIP: None
          sessionAffinity: ClientIP
        # ^^^^^^^^^^^^^^^ expect: ignored
          selector: { app: web }
          ports: [{ port: 80 }]
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          externalName: web.example.com
        # ^^^^^^^^^^^^ expect: ignored
          ports: [{ port: 80 }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          clusterIP: None
          selector: { app: web }
          ports: [{ port: 80 }]
      `,
    ],
  },
  check(resource, { report, minor }) {
    const spec = resource.root.get('spec');
    const { type = '', ...fields } = spec.value ?? {};
    const ignore = (field: Field, reason: string, path = field.path): void => {
      const values = { field: String(field.segment), reason };
      report({ message: 'ignored', at: field, side: 'key', path, values });
    };
    const hasExternalIps = (fields.externalIPs ?? []).length > 0;
    const warnsIfHeadless = serverHas('headless-service-warnings', minor);
    if (warnsIfHeadless && type === 'ClusterIP' && allocationOf(resource).isHeadless) {
      const reason = 'the Service is headless';
      if (fields.loadBalancerIP) ignore(spec.get('loadBalancerIP'), reason);
      if (hasExternalIps) ignore(spec.get('externalIPs'), reason);
      if (fields.sessionAffinity !== 'None') {
        // The server writes the name of the field with an uppercase letter.
        ignore(spec.get('sessionAffinity'), reason, 'spec.SessionAffinity');
      }
    }
    const isExternalName = type === 'ExternalName';
    if (isExternalName && hasExternalIps) {
      ignore(spec.get('externalIPs'), 'the type of the Service is ExternalName');
    }
    if (!isExternalName && fields.externalName) {
      ignore(spec.get('externalName'), 'the type of the Service is not ExternalName');
    }
  },
});
