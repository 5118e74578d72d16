import { describe, expect, it } from 'vitest';
import { builtInExample } from '../../src/features/example/built-in-examples.ts';
import { lint } from '../../src/lint/lint.ts';
import { allKinds, servedVersions } from '../../src/server/kubernetes/kinds.ts';
import { MINORS } from '../../src/server/kubernetes/minors.ts';

describe.each(MINORS)('examples of kinds in %s', (minor) => {
  it('are accepted without a warning, except that a version is deprecated', () => {
    const problems = allKinds().flatMap((facts) =>
      servedVersions(facts, minor).flatMap((apiVersion) => {
        const content = builtInExample(facts, apiVersion);
        if (content === undefined) return [];
        const source = { name: `${facts.kind}.yaml`, content };
        const { documents, findings } = lint([source], {
          kubernetesVersions: [minor],
          partial: true,
        });
        const verdict = documents[0]?.verdicts[minor];
        const expected = facts.validated ? 'accepted' : 'decodes';
        return [
          ...(verdict === expected ? [] : [`${apiVersion} ${facts.kind}: ${verdict}`]),
          ...findings
            .filter(({ rule }) => rule !== 'kind/deprecated')
            .map(({ file, message }) => `${file}: ${message}`),
        ];
      }),
    );
    expect(problems).toEqual([]);
  });
});

it('nearly all validated kinds have an example', () => {
  const without = allKinds()
    .filter(({ validated, isAnswered }) => validated && !isAnswered)
    .filter((facts) => builtInExample(facts, 'v1') === undefined)
    .map(({ kind }) => kind);
  expect(without).toEqual(['CertificateSigningRequest', 'PodCertificateRequest']);
});
