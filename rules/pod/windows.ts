import { requireFormat, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { POD_KINDS, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import { securityContextsOf } from '../../src/analysis/pods/profiles.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';
import type { SecurityContext } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'pod/windows',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary:
    'The options for Windows name a user and a credential, and hostProcess is the same for all containers.',
  details: `
\`runAsUserName\` in \`windowsOptions\` is \`USER\` or \`DOMAIN\\USER\`, as Windows accepts it. \`gmsaCredentialSpecName\` is the name of an
object.

If one container of a pod has \`hostProcess: true\`, all of them have it, and the pod has \`hostNetwork: true\`. The value of the pod
holds for all containers, which must not have another one.
`,
  reference: 'https://kubernetes.io/docs/tasks/configure-pod-container/create-hostprocess-pod/',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-windows-credential', 'pod-windows-user'] },
    different: {
      text: 'hostProcess is {value}, but {other} for the pod',
      help: 'use the same value, or remove one of them',
      cause: 'FieldValueInvalid',
      rows: ['pod-host-process-different'],
    },
    some: {
      text: 'some containers of the pod have hostProcess: true, and others have not',
      help: 'set it for the pod, in windowsOptions of its securityContext',
      cause: 'FieldValueInvalid',
      rows: ['pod-host-process-some'],
    },
    hostNetwork: {
      text: 'a pod with hostProcess needs hostNetwork: true',
      help: 'set hostNetwork: true',
      cause: 'FieldValueInvalid',
      rows: ['pod-host-process-network'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec: # expect: some, hostNetwork
          containers:
            - name: web
              image: nginx
              securityContext:
                windowsOptions:
                  hostProcess: true
                  runAsUserName: "SHOP\\"
                  #              ^^^^^^^^ expect: invalid
            - name: logs
              image: fluent-bit
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          hostNetwork: true
          securityContext:
            windowsOptions: { hostProcess: false }
          containers:
            - name: web
              image: nginx
              securityContext:
                windowsOptions:
                  hostProcess: true
                  #            ^^^^ expect: different
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          os: { name: windows }
          hostNetwork: true
          securityContext:
            windowsOptions:
              hostProcess: true
              runAsUserName: 'NT AUTHORITY\SYSTEM'
          containers:
            - { name: web, image: nginx }
      `,
    ],
  },
  check(resource, { report }) {
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    const { spec, containers } = pod;
    for (const context of securityContextsOf(pod)) {
      const options = context.get('windowsOptions');
      requireFormat(report, options.get('gmsaCredentialSpecName'), subdomainProblem);
      requireFormat(report, options.get('gmsaCredentialSpec'), credentialProblem);
      requireFormat(report, options.get('runAsUserName'), userProblem);
    }
    const { value: ofPod } = hostProcessOf(spec.get('securityContext'));
    let count = 0;
    for (const { field } of containers) {
      const own = hostProcessOf(field.get('securityContext'));
      const { value } = own;
      if (value ?? ofPod) count++;
      if (value === undefined || ofPod === undefined || value === ofPod) continue;
      report({ message: 'different', at: own, values: { value, other: ofPod } });
    }
    if (count === 0) return;
    if (count !== containers.length) report({ message: 'some', at: spec, side: 'key' });
    const network = spec.get('hostNetwork');
    if (network.value !== true) report({ message: 'hostNetwork', at: network });
  },
});

function hostProcessOf(
  context: Field<Pick<SecurityContext, 'windowsOptions'> | undefined>,
): Field<boolean | undefined> {
  return context.get('windowsOptions').get('hostProcess');
}

/** The largest size of the contents of a credential, in bytes. */
const LARGEST_CREDENTIAL = 64 * 1024;

function credentialProblem(text: string): string | undefined {
  if (text === '') return 'it must not be empty';
  return byteLength(text) > LARGEST_CREDENTIAL ? 'it has more than 64 KiB' : undefined;
}

const NET_BIOS = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const DNS_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const DNS_NAME = new RegExp(`^${DNS_LABEL}(?:\\.${DNS_LABEL})*$`);

/**
 * The error of the name of a user of Windows, as a clause. Undefined for a valid name.
 *
 * Source: `validateWindowsSecurityContextOptions` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
function userProblem(name: string): string | undefined {
  if (name === '') return 'it must not be empty';
  if ([...name].some(isControl)) return 'it must not have control characters';
  const parts = name.split('\\');
  if (parts.length > 2) return 'it must have at most one backslash';
  const user = parts.at(-1) ?? '';
  const domain = parts.length === 2 ? parts[0] : undefined;
  if (domain !== undefined) {
    if (byteLength(domain) >= 256) return 'its domain must have less than 256 characters';
    if (!NET_BIOS.test(domain) && !DNS_NAME.test(domain)) {
      return 'its domain must be a name of DNS or NetBIOS';
    }
  }
  if (user === '') return 'it must have a user after the domain';
  if (byteLength(user) > 104) return 'its user must have at most 104 characters';
  if (/^[. ]+$/.test(user)) return 'its user must not only have dots and spaces';
  return /["/\\:;|=,+*?<>@[\]]/.test(user)
    ? 'its user must not have any of "/\\:;|=,+*?<>@[]'
    : undefined;
}

function isControl(character: string): boolean {
  return character < ' ' || character === '\u007f';
}
