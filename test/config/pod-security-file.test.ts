import { describe, expect, it } from 'vitest';
import { readPodSecurity } from '../../src/config/pod-security-file.ts';

const HEAD =
  'apiVersion: pod-security.admission.config.k8s.io/v1\nkind: PodSecurityConfiguration\n';
const BASELINE = 'defaults: { enforce: baseline, enforce-version: v1.30, warn: restricted }\n';

describe('a configuration of the admission plugin PodSecurity', () => {
  it('has standards and exemptions', () => {
    const exemptions =
      'exemptions: { usernames: [admin], namespaces: [kube-system], runtimeClasses: [sandbox] }\n';
    expect(readPodSecurity(HEAD + BASELINE + exemptions)).toEqual({
      defaults: {
        enforce: { level: 'baseline', minor: 30 },
        audit: { level: 'privileged', minor: undefined },
        warn: { level: 'restricted', minor: undefined },
      },
      exempt: { namespaces: new Set(['kube-system']), runtimeClasses: new Set(['sandbox']) },
    });
  });

  it('may be in the configuration of the API server', () => {
    const inside = (HEAD + BASELINE).trimEnd().replaceAll('\n', '\n      ');
    const server = `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
  - name: PodSecurity
    configuration:
      ${inside}
`;
    expect(readPodSecurity(server)).toEqual(readPodSecurity(HEAD + BASELINE));
  });

  it.each([
    ['', 'it contains no PodSecurityConfiguration'],
    ['{ a', 'it is not valid YAML: this { is never closed by }'],
    [HEAD.replace('/v1', '/v2'), 'the apiVersion must be pod-security.admission.config.k8s.io/v1'],
    [`${HEAD}default: {}\n`, 'unknown field default; did you mean defaults?'],
    [`${HEAD}defaults: { warning: baseline }\n`, 'unknown field warning in defaults'],
    [`${HEAD}defaults: { warn: strict }\n`, 'warn must be privileged, baseline or restricted'],
    [`${HEAD}defaults: { warn-version: 1.30 }\n`, 'warn-version must be latest, or a version'],
    [`${HEAD}defaults: [baseline]\n`, 'defaults must be a mapping'],
    [`${HEAD}exemptions: { namespaces: [1] }\n`, 'namespaces must be a list of names'],
    [`${HEAD}exemptions: { namespaces: [a, a] }\n`, 'namespaces has a twice'],
    [
      'kind: AdmissionConfiguration\nplugins: [{ name: PodSecurity, path: psa.yaml }]\n',
      'the configuration of PodSecurity is in psa.yaml: name that file',
    ],
  ])('is refused: %j', (text, problem) => {
    expect(readPodSecurity(text)).toContain(problem);
  });
});
