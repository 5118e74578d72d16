import {
  reportInvalid,
  reportTooLong,
  requireFormat,
  requireOneOf,
  requireText,
  requireValue,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { relativePathProblem } from '../../src/analysis/pods/paths.ts';
import { POD_KINDS, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import {
  PROFILE_TYPES,
  profileMismatches,
  securityContextsOf,
} from '../../src/analysis/pods/profiles.ts';
import { trimSpace } from '../../src/base/go/white-space.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { LONGEST_APP_ARMOR_NAME } from '../../src/server/kubernetes/formats/app-armor-profile.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';
import type { AppArmorProfile } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'pod/security-profiles',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'Profiles of seccomp and AppArmor have a type, and a file only with the type Localhost.',
  details: `
\`seccompProfile\` and \`appArmorProfile\` of a pod or container have the \`type\` \`RuntimeDefault\`, \`Unconfined\` or \`Localhost\`.
With \`Localhost\`, and only with it, \`localhostProfile\` names a profile of the node; for seccomp it is a relative path.

The fields replaced annotations. Where a pod still has both, they must say the same.
`,
  reference: 'https://kubernetes.io/docs/concepts/security/linux-kernel-security-constraints/',
  messages: {
    required: {
      ...VALUE_MESSAGES.required,
      rows: ['pod-seccomp-required', 'pod-app-armor-required'],
    },
    unsupported: {
      ...VALUE_MESSAGES.unsupported,
      rows: ['pod-seccomp-type', 'pod-app-armor-type'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-seccomp-profile', 'pod-app-armor-profile'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['pod-app-armor-length'] },
    annotation: {
      text: "the profile differs from the annotation {annotation}, which is '{value}'",
      help: 'remove the annotation',
      cause: 'FieldValueForbidden',
      rows: ['pod-seccomp-annotation', 'pod-app-armor-annotation'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata:
          name: shop
          annotations:
            seccomp.security.alpha.kubernetes.io/pod: unconfined
        spec:
          securityContext:
            seccompProfile:
              type: RuntimeDefault # expect: annotation
          containers:
            - name: web
              image: nginx
              securityContext:
                seccompProfile:
                  type: runtime/default
                  #     ^^^^^^^^^^^^^^^ expect: unsupported
                appArmorProfile: { type: Localhost } # expect: required
            - name: logs
              image: fluent-bit
              securityContext:
                seccompProfile:
                  type: Localhost
                  localhostProfile: /profiles/logs.json
                  #                 ^^^^^^^^^^^^^^^^^^^ expect: invalid
                appArmorProfile:
                  type: Localhost
                  localhostProfile: ${'long'.repeat(1024)} # expect: tooLong
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          securityContext:
            seccompProfile: { type: RuntimeDefault }
          containers:
            - name: web
              image: nginx
              securityContext:
                seccompProfile: { type: Localhost, localhostProfile: web.json }
                appArmorProfile: { type: Localhost, localhostProfile: shop-web }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            containers:
              - name: web
                image: nginx
                securityContext:
                  seccompProfile:
                    type: runtimeDefault # as required
        `,
        after: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            containers:
              - name: web
                image: nginx
                securityContext:
                  seccompProfile:
                    type: RuntimeDefault # as required
        `,
      },
    ],
  },
  check(resource, { report }) {
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    for (const context of securityContextsOf(pod)) {
      checkSeccomp(context.get('seccompProfile'));
      checkAppArmor(context.get('appArmorProfile'));
    }
    for (const { field, path, annotation, value } of profileMismatches(pod)) {
      const at = path.endsWith('.type') ? field.get('type') : field.get('localhostProfile');
      report({ message: 'annotation', at, path, values: { annotation, value } });
    }

    function checkSeccomp(profile: Field<AppArmorProfile | undefined>): void {
      if (profile.value === undefined) return;
      const type = profile.get('type');
      if (requireText(report, type, EXPECTED)) requireOneOf(report, type, PROFILE_TYPES);
      const file = profile.get('localhostProfile');
      if (type.value !== 'Localhost') {
        if (file.value !== undefined) reportInvalid(report, file, ONLY_LOCALHOST);
        return;
      }
      requireValue(report, file, 'the path of a profile of the node');
      requireFormat(report, file, relativePathProblem);
    }

    function checkAppArmor(profile: Field<AppArmorProfile | undefined>): void {
      if (profile.value === undefined) return;
      const type = profile.get('type');
      const name = profile.get('localhostProfile');
      switch (type.value ?? '') {
        case '':
          requireText(report, type, EXPECTED);
          break;
        case 'RuntimeDefault':
        case 'Unconfined':
          if (name.value !== undefined) reportInvalid(report, name, ONLY_LOCALHOST);
          break;
        case 'Localhost': {
          const { value = '' } = name;
          const isPadded = trimSpace(value) !== value;
          if (isPadded) reportInvalid(report, name, 'it has white space around it');
          else requireText(report, name, 'the name of a profile of the node');
          if (byteLength(value) > LONGEST_APP_ARMOR_NAME) {
            reportTooLong(report, name, `it has more than ${LONGEST_APP_ARMOR_NAME} bytes`);
          }
          break;
        }
        default:
          requireOneOf(report, type, PROFILE_TYPES);
      }
    }
  },
});

const EXPECTED = 'Localhost, RuntimeDefault or Unconfined';
const ONLY_LOCALHOST = 'it needs the type Localhost';
