/**
 * The paths of the server in its internal form of a CustomResourceDefinition, which has the fields of its first version
 * at the top, and the paths in the file.
 */
const CRD_RENAMES: readonly (readonly [RegExp, string])[] = [
  [/^spec\.validation\b/, 'spec.versions[0].schema'],
  [/^spec\.schema\b/, 'spec.versions[0].schema'],
  [/^spec\.(subresources|additionalPrinterColumns|selectableFields)\b/, 'spec.versions[0].$1'],
  [/^spec\.version$/, 'spec.versions[0].name'],
  [/^spec\.conversion\.webhookClientConfig\b/, 'spec.conversion.webhook.clientConfig'],
  [
    /^spec\.conversion\.conversionReviewVersions\b/,
    'spec.conversion.webhook.conversionReviewVersions',
  ],
  [/(\.additionalPrinterColumns\[\d+\])\.JSONPath$/, '$1.jsonPath'],
];

/** The path in the file for a path of the server's validation. */
export function renameServerPath(kind: string | undefined, path: string): string {
  if (path === '<nil>') return '';
  // A misspelling in the server of 1.30 and 1.31.
  let renamed = path.replace(/^spec\.matchResouces\b/, 'spec.matchResources');
  if (kind === 'CustomResourceDefinition') {
    for (const [from, to] of CRD_RENAMES) renamed = renamed.replace(from, to);
  }
  return levelPath(renamed);
}

/** The same spelling for a property of a schema, which some checks of the server write in brackets. */
export function levelPath(path: string): string {
  return path.replace(/\bproperties\[([^\]]*)\]/g, 'properties.$1');
}

/** The last key of a path, as far as it is known: a key may contain dots. */
export function lastKey(path: string): string {
  const bare = path.endsWith(']') ? path.slice(0, -1) : path;
  return bare.slice(Math.max(bare.lastIndexOf('.'), bare.lastIndexOf('[')) + 1);
}

/** The path that a warning of the server starts with, if it starts with one. */
export function pathOfWarning(warning: string): string | undefined {
  const match = /^\.?((?:metadata|spec|status|webhooks)(?:[.[][^\s:]*)?)(?::|\s)/.exec(warning);
  return match?.[1];
}
