import { isMapping, readParts, type Value } from '../yaml/index.ts';

/**
 * The files that a chainsaw test compares with objects of the cluster, from the folder of the test.
 * Source: the `assert` and `error` operations of chainsaw.kyverno.io/v1alpha1 Test.
 */
export function readChainsawTest(text: string): ReadonlySet<string> {
  const files = new Set<string>();
  for (const { content } of readParts(text)) {
    if (content.kind === 'value') collect(content.document.value, files);
  }
  return files;
}

/** Operations are below `try`, `catch`, `finally` and `cleanup` of steps, and in templates of steps. */
function collect(value: Value, files: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, files);
  if (!isMapping(value)) return;
  for (const [key, member] of Object.entries(value)) {
    const file = isMapping(member) ? member.file : undefined;
    if ((key === 'assert' || key === 'error') && typeof file === 'string') files.add(file);
    collect(member, files);
  }
}
