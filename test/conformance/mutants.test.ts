import { expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { MINORS } from '../../src/server/kubernetes/minors.ts';
import { describeDifference } from './agreement.ts';
import { compareFile } from './compare.ts';
import { type Mutant, readMutants } from './mutant.ts';

function differences(mutant: Mutant): string[] {
  const report = lint([{ name: mutant.file, content: mutant.text }], {
    kubernetesVersions: MINORS,
    pedantic: true,
  });
  const { documents, stray } = compareFile([mutant], mutant.text, report);
  return [
    ...documents.flatMap((document) =>
      document.differences.map(
        (difference) =>
          `${difference.weight} in ${difference.minor}: ${describeDifference(difference).join('; ')}`,
      ),
    ),
    ...stray.map(({ message }) => `stray: ${message}`),
  ];
}

it.each(readMutants())('$family: the server and kubeadmit agree', ({ mutants }) => {
  const differing = mutants.flatMap((mutant) => {
    const said = differences(mutant);
    return said.length === 0
      ? []
      : [`${mutant.file} (${mutant.change})\n${mutant.text}\n${said.join('\n')}`];
  });
  expect(mutants.length).toBeGreaterThan(0);
  expect(differing).toEqual([]);
});
