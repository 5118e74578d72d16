/** The name of a manifest, without its extension. */
const MANIFEST = /^(.+)\.(?:ya?ml|json)$/;

/** The name of a manifest that a test expects: `web.service.golden.yaml`. */
const GOLDEN = /\.golden\./;

/**
 * The name of a manifest that a program makes of another one: `web_result.yaml` of `web.yaml`, and `web-out.yaml` of
 * `web-in.yaml`.
 */
const RESULT = /^(.+)[-_](?:out(?:put)?|results?)\.(?:ya?ml|json)$/;

/** The endings of the name of the other one. */
const INPUTS = ['', '-in', '_in', '-input', '_input'];

/** The extensions of files that describe a manifest, or apply it. */
const NO_RESULT = /\.(?:md|sh|py)$/;

/**
 * Finds the inputs of tests in a folder: each manifest next to a file with its name and another extension, such as
 * `web.yaml` with `web.log`, `web.yaml.expected` or `web.golden.yaml`, and both manifests of `web.yaml` and
 * `web_result.yaml`, or of `web-in.yaml` and `web-out.yaml`.
 */
export function testInputsIn(names: readonly string[]): readonly string[] {
  const results = names.filter(
    (name) => GOLDEN.test(name) || !(MANIFEST.test(name) || NO_RESULT.test(name)),
  );
  const stems = new Set(results.flatMap(stemsOf));
  const manifests = new Set(names.map(stemOf));
  for (const name of names) {
    const input = RESULT.exec(name)?.[1];
    for (const ending of input === undefined ? [] : INPUTS) {
      if (manifests.has(`${input}${ending}`)) stems.add(`${input}${ending}`).add(stemOf(name));
    }
  }
  return names.filter((name) => MANIFEST.test(name) && stems.has(stemOf(name)));
}

/** The name of a manifest without its extension; empty for other files. */
const stemOf = (name: string): string => MANIFEST.exec(name)?.[1] ?? '';

/** The beginnings of a name that are followed by a dot: `web` and `web.yaml` of `web.yaml.expected`. */
const stemsOf = (name: string) =>
  Array.from(name.matchAll(/\./g), ({ index }) => name.slice(0, index));
