/** The pack of all chunks that more than one other pack needs. */
export const CORE = 'core';

/** The pack of the modules that single commands and options need. */
export const RARE = 'rare';

/** The pack of the modules that only the library for browsers has. */
export const BROWSER = 'browser';

/** The pack of the language server, which no other command loads. */
export const LANGUAGE_SERVER = 'language-server';

/** The pack of the modules that compare objects with stored ones. */
export const UPDATES = 'updates';

/** The pack of the modules that the packs below have in common. */
export const SHARED = 'shared';

/** The packs that share code with the rules about expressions. */
export const SHARING = new Set([
  'admission',
  'cel',
  'chart-values',
  'crd',
  'custom-resources',
  'features',
  'installations',
  'language-service',
  'policies',
  're2js',
  'server-flags',
]);

/**
 * The modules that most runs do not need, by their pack: the language server and what editors show, the parser of
 * options, the engine that compiles, estimates and runs expressions, the table of feature gates, the modules that
 * write fixes, compare objects with stored ones, relate objects to each other, run policies and validate custom
 * resources, the certificates and keys, the checks that types declare, the types of kinds that are not validated, the
 * CRDs that a repository keeps, the values of charts by their schemas, the files of tests, the lines of templates that
 * render findings, the formats of reports for programs, the suggestions for misspelled names, what programs complete,
 * YAML that is written, JSON and rare syntax of YAML, configurations, volumes of pods, what is asked about patterns
 * with rare syntax, the names of time zones, and the commands that the library for browsers has too.
 *
 * The core is loaded by each run, and 10 KB of it take about a hundredth of the time for a small file.
 */
export const MODULES = [
  [LANGUAGE_SERVER, /^src\/hosts\/language-server\//],
  ['language-service', /^src\/(?:features\/language-service\/|config\/config-schema\.ts$)/],
  ['arguments', /^src\/hosts\/cli\/lint\/option-parser\.ts$/],
  ['cel', /^src\/(?:cel|server\/expressions)\//],
  ['server-flags', /^src\/server\/kubernetes\/feature-gates\.ts$/],
  ['fix', /^src\/(?:edits|features\/fix)\//],
  [UPDATES, /^src\/(?:analysis\/updates\/|lint\/memory\/stored-objects\.ts$)/],
  ['installations', /^src\/sources\/installations\/(?:installations|relations)\.ts$/],
  [
    'installations',
    /^src\/lint\/installations\/(?:check-installations|(?:open|documents-of|object-of)-installation)\.ts$/,
  ],
  ['kustomizations', /^src\/sources\/installations\/(?:accumulation|kustomization-build)\.ts$/],
  [
    'kustomizations',
    /^src\/sources\/project\/kustomize\/(?:apply-change|changed-fields|delivered-folders|delivery|kustomize-patch|patch-entries|replacement|strategic-merge|variable|ytt-overlay)\.ts$/,
  ],
  ['kustomizations', /^src\/lint\/kustomizations\//],
  ['kustomizations', /^src\/lint\/open\/embedded-document\.ts$/],
  ['kustomizations', /^src\/lint\/check\/check-(?:embedded|patch)\.ts$/],
  ['crd', /^src\/sources\/project\/copied-crd\.ts$/],
  ['admission', /^src\/sources\/project\/mutated-resources\.ts$/],
  ['defaults', /^src\/server\/decode\/defaults\//],
  ['features', /^src\/yaml\/print\.ts$/],
  ['mistakes', /^src\/server\/decode\/(?:intention|suggestion)\.ts$/],
  ['mistakes', /^src\/server\/kubernetes\/kind-spelling\.ts$/],
  ['mistakes', /^src\/sources\/project\/(?:completed-fields|object-parts)\.ts$/],
  ['mistakes', /^src\/analysis\/fields\/(?:correction-fix|quantity-fix|short-forms)\.ts$/],
  ['policies', /^src\/(?:server\/admission\/|lint\/decide\/check-requests\.ts$)/],
  ['custom-resources', /^src\/server\/(?:custom-resources|compatibility)\//],
  ['chart-values', /^src\/(?:sources\/chart-values\/|lint\/check\/check-values\.ts$)/],
  [
    'custom-resources',
    /^src\/lint\/custom-kinds\/(?:custom-resource-check|open-custom-resource)\.ts$/,
  ],
  ['pod', /^src\/analysis\/pods\/volumes(?:\.ts|\/)/],
  [
    'rare-yaml',
    /^src\/yaml\/(?:directives|json|json-values|node-properties|refusals|scanner-refusals|tags)\.ts$/,
  ],
  ['rare-yaml', /^src\/server\/decode\/decode-json\.ts$/],
  ['rare-yaml', /^src\/sources\/project\/unreadable-text\.ts$/],
  ['language-service', /^src\/yaml\/(?:read-edited|edited-pairs)\.ts$/],
  ['quota', /^src\/analysis\/quota\/(?:limit-range-items|quota-scopes)\.ts$/],
  ['quota', /^src\/server\/kubernetes\/(?:aggregated-amounts|formats\/resource-quantity)\.ts$/],
  ['devices', /^src\/analysis\/devices\//],
  ['cel', /^src\/analysis\/cel\/(?:compile-advice|text-ranges)\.ts$/],
  [
    'cel',
    /^src\/server\/(?:kubernetes\/formats\/semver|crd\/values\/(?:enum|json-text|numbers))\.ts$/,
  ],
  ['formats', /^src\/result\/baseline\/fingerprint\.ts$/],
  ['crds', /^src\/hosts\/node\/crds\/archive\.ts$/],
  [
    'configuration',
    /^src\/(?:config\/(?:read-config|rule-levels)|hosts\/node\/config-layers)\.ts$/,
  ],
  ['formats', /^src\/report\/formats\/(?!(?:concise|json|text)\.ts$)/],
  ['formats', /^src\/report\/(?:rule-page|statistics)\.ts$/],
  ['crds', /^src\/(?:features\/crds\/|report\/crd-(?:notices|sources)\.ts$)/],
  ['features', /^src\/features\/(?:admit|diff|eval|upgrade|policy-tests\/coverage)\//],
  ['features', /^src\/features\/(?:custom-versions|operand-ranges)\.ts$/],
  ['traces', /^src\/hosts\/(?:cli\/lint\/trace-templates|node\/template-files)\.ts$/],
  [
    'tests',
    /^src\/sources\/project\/(?:chainsaw-test|go-files|policy-test-files|test-programs)\.ts$/,
  ],
  ['traces', /^src\/sources\/project\/template-line\.ts$/],
  [
    'certificates',
    /^src\/server\/kubernetes\/formats\/(?:certificate-request|der|key-pair|pem|public-key|x509)\.ts$/,
  ],
  ['declared', /^src\/analysis\/(?:declared\/|devices\/names\.ts$)/],
  ['declared', /^src\/server\/kubernetes\/(?:generated\/)?declared-checks\.m?[jt]s$/],
  ['re2js', /^src\/base\/go\/re2js-patterns\.ts$/],
  ['time-zones', /^src\/base\/go\/time-zone(?:-name)?s\.ts$/],
  ['built-in-types', /^src\/server\/kubernetes\/generated\/other-types\.mjs$/],
];

/** The packages that few runs need and whose loading takes as long as a small file. */
export const PACKAGES = ['re2js', 'get-east-asian-width'];

/** The packs of rules that look at something else. The core has the rules that most runs need. */
const PACK_OF_STAGE = {
  'custom-resource': 'custom-resources',
  installation: 'installations',
  patch: 'kustomizations',
  kustomization: 'kustomizations',
  'listed-file': 'kustomizations',
  'chart-values': 'chart-values',
  request: 'policies',
};

/** The pack of a module, by its path from the root of the repository; undefined for most modules. */
export function packOfModule(path) {
  return MODULES.find(([, pattern]) => pattern.test(path))?.[0];
}

/**
 * The packs that need a rule: those of the kinds that it looks at; none if it is part of the core.
 *
 * @param kindTable of `src/server/kubernetes/kind-table.ts`
 */
export function packsOfRule({ on, kinds = [] }, kindTable) {
  const ofStage = PACK_OF_STAGE[on];
  return ofStage === undefined ? kinds.map((kind) => kindTable[kind].rules) : [ofStage];
}
