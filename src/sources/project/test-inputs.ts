/** The name of a manifest, without its extension. */
const MANIFEST = /^(.+)\.(?:ya?ml|json)$/;

/** The name of a manifest that a test expects: `web.service.golden.yaml`. */
const GOLDEN = /\.golden\./;

/** The extensions of files that describe a manifest, or apply it. */
const NO_RESULT = /\.(?:md|sh|py)$/;

/**
 * Finds the inputs of tests in a folder: each manifest next to a file with its name and another extension, such as
 * `web.yaml` with `web.log`, `web.yaml.expected` or `web.golden.yaml`.
 */
export function testInputsIn(names: readonly string[]): readonly string[] {
  const results = names.filter(
    (name) => GOLDEN.test(name) || !(MANIFEST.test(name) || NO_RESULT.test(name)),
  );
  const stems = new Set(results.flatMap(stemsOf));
  return names.filter((name) => stems.has(MANIFEST.exec(name)?.[1] ?? ''));
}

/** The beginnings of a name that are followed by a dot: `web` and `web.yaml` of `web.yaml.expected`. */
const stemsOf = (name: string) =>
  Array.from(name.matchAll(/\./g), ({ index }) => name.slice(0, index));
