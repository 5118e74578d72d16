import type { Gates } from './facts.ts';

/**
 * The table that `src/server/kubernetes/feature-gates.ts` reads: a line for each gate, with its name and its states.
 */
export function gatesModule(gates: Gates): string {
  const lines = Object.entries(gates).map(([name, states]) => {
    const texts = states.map(({ since, until, stage, enabled, locked }, index) => {
      const last = until ?? before(states[index + 1]?.since) ?? '-';
      return `${since} ${last} ${stage} ${locked ? 'locked-' : ''}${enabled ? 'on' : 'off'}`;
    });
    return `${name} ${texts.join(';')}`;
  });
  return `// Made by scripts/generate/kubernetes-modules.ts; do not edit.

export const gateLines = () => \`${lines.join('\n')}\`;
`;
}

function before(minor: string | undefined): string | undefined {
  return minor === undefined ? undefined : `1.${Number(minor.slice('1.'.length)) - 1}`;
}
