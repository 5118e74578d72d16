import { expect, it } from 'vitest';
import { admit } from '../../src/features/admit/admit.ts';
import { admitText } from '../../src/features/admit/admit-text.ts';
import { PLAIN } from '../../src/report/style.ts';

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: images }
spec:
  matchConstraints:
    resourceRules:
    - { apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [pods] }
  validations:
  - expression: object.spec.containers.all(c, c.image.startsWith('example.com/'))
    message: images must come from example.com
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: images }
spec: { policyName: images, validationActions: [Deny] }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: images-warn }
spec: { policyName: images, validationActions: [Warn] }
`;

const POD = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: web, image: nginx }] }
`;

it('breaks lines to the width of a terminal, indented below their beginning', () => {
  const report = admit([{ name: 'web.yaml', content: POD }], {
    policies: [{ name: 'policy.yaml', content: POLICY }],
    keepsTraces: true,
  });
  const options = { style: PLAIN, width: 60, isVerbose: true };
  const lines = admitText(report, options).split('\n');
  expect(lines.filter((line) => !line.includes('object.spec.containers ='))).toEqual([
    'denied    Pod web  web.yaml:1',
    '  denied  images: images must come from example.com',
    '            spec.validations[0].expression',
    '  warned  images (binding images-warn): images must come',
    '            from example.com  spec.validations[0].expression',
    '          images spec.validations[0].expression:',
    '            object.spec.containers.all(c,',
    "            c.image.startsWith('example.com/')) => false",
    expect.stringContaining('"image":"nginx"'),
    '            decided by object.spec.containers[0].image =',
    '              "nginx"',
    '',
  ]);
});

it.each(['Fail', 'Ignore'])(
  'names a mutating policy whose paramKind is unknown: %s',
  (failurePolicy) => {
    const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: labels }
spec:
  failurePolicy: ${failurePolicy}
  reinvocationPolicy: Never
  paramKind: { apiVersion: rules.example.com/v1, kind: Labels }
  matchConstraints:
    resourceRules:
    - { apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [pods] }
  mutations:
  - patchType: JSONPatch
    jsonPatch: { expression: "[JSONPatch{op: 'remove', path: '/metadata/labels'}]" }
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: { name: labels }
spec: { policyName: labels, paramRef: { name: a, parameterNotFoundAction: Deny } }
`;
    const { requests } = admit([{ name: 'web.yaml', content: POD }], {
      policies: [{ name: 'policy.yaml', content: policy }],
    });
    const isDenied = failurePolicy === 'Fail';
    expect(requests).toMatchObject([
      {
        outcome: isDenied ? 'denied' : 'admitted',
        decisions: [
          {
            policy: 'labels',
            binding: undefined,
            action: isDenied ? 'deny' : 'unchanged',
            isError: true,
            message: isDenied ? expect.stringContaining('failed to configure policy') : '',
          },
        ],
      },
    ]);
  },
);
