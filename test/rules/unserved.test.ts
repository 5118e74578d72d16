import { expect, it } from 'vitest';
import { type Minor, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

/** The message about an apiVersion in a minor. The newest minor may serve versions that an older one does not. */
const cases: readonly {
  readonly apiVersion: string;
  readonly kind: string;
  readonly minor: Minor;
  readonly messageId: string;
  readonly advice: RegExp;
}[] = [
  {
    apiVersion: 'admissionregistration.k8s.io/v1alpha1',
    kind: 'MutatingAdmissionPolicy',
    minor: '1.30',
    messageId: 'notYetServed',
    advice: /^remove it/,
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kind: 'MutatingAdmissionPolicy',
    minor: '1.34',
    messageId: 'notYetEnabled',
    advice: /^enable the version/,
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kind: 'MutatingAdmissionPolicy',
    minor: NEWEST_MINOR,
    messageId: 'disabled',
    advice: /admissionregistration\.k8s\.io\/v1$/,
  },
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3',
    kind: 'FlowSchema',
    minor: '1.32',
    messageId: 'removed',
    advice: /flowcontrol\.apiserver\.k8s\.io\/v1$/,
  },
];

it.each(cases)(
  'advises on $kind in $apiVersion for $minor only what that minor serves',
  ({ apiVersion, kind, minor, messageId, advice }) => {
    const content = JSON.stringify({ apiVersion, kind, metadata: { name: 'labels' } });
    const { findings } = lintPedantically([{ name: 'object.json', content }], {
      kubernetesVersions: [minor],
    });
    const [finding] = findings.filter(({ rule }) => rule === 'kind/unserved');
    expect(finding?.messageId).toBe(messageId);
    expect(finding?.help).toMatch(advice);
  },
);

it('gives different advice for the minors of a range', () => {
  const manifest = {
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kind: 'MutatingAdmissionPolicy',
    metadata: { name: 'labels' },
  };
  const { findings } = lintPedantically(
    [{ name: 'object.json', content: JSON.stringify(manifest) }],
    { kubernetesVersions: ['1.33', '1.34', NEWEST_MINOR] },
  );
  const unserved = findings.filter(({ rule }) => rule === 'kind/unserved');
  expect(unserved.map(({ messageId, minors }) => [messageId, minors])).toEqual([
    ['disabled', [NEWEST_MINOR]],
    ['notYetEnabled', ['1.34']],
    ['notYetServed', ['1.33']],
  ]);
});
