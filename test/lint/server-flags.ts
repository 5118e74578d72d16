import { FEATURE_GATES, RUNTIME_CONFIG } from '../../src/config/server-flags.ts';
import type { ValueType } from '../../src/config/value-type.ts';
import type { LintOptions } from '../../src/lint/options.ts';

/**
 * The options of a run for a server with flags.
 *
 * @param args the flags as arguments of the oracle, such as `-runtime-config api/all=true`
 */
export function serverOptions(
  args: readonly string[],
): Pick<LintOptions, 'runtimeConfig' | 'featureGates'> {
  const after = (flag: string) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
  return {
    runtimeConfig: switchesOf(RUNTIME_CONFIG, after('-runtime-config')),
    featureGates: switchesOf(FEATURE_GATES, after('-feature-gates')),
  };
}

function switchesOf(
  type: ValueType<ReadonlyMap<string, boolean>>,
  text = '',
): ReadonlyMap<string, boolean> {
  if (text === '') return new Map();
  const flags = type.read(text, [], {
    report: (_, problem) => {
      throw new Error(problem);
    },
    written: () => text,
    pathOf: (path) => path,
  });
  if (flags === undefined) throw new Error(text);
  return flags;
}
