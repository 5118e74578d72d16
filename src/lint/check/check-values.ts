import { onceForEach } from '../../base/once-for-each.ts';
import { headLocation } from '../../rule/location.ts';
import { checkBySchema } from '../../sources/chart-values/check-by-schema.ts';
import { JsonSchema } from '../../sources/chart-values/json-schema.ts';
import type { ValuesSchema } from '../../sources/project/project-folder.ts';
import { firstValueIn, mappingFrom, mappingsIn } from '../../yaml/index.ts';
import { type OpenDocument, originOfDocument } from '../open/open-part.ts';
import type { Run } from '../run.ts';
import { CheckRunner } from './check-runner.ts';
import type { Draft } from './draft.ts';

/** Checks the default values of a chart by its schema. */
export function checkValues(open: OpenDocument, run: Run): readonly Draft[] {
  const { source, document } = open;
  const valuesSchema = source.surroundings[0]?.folder.valuesSchema;
  if (valuesSchema === undefined || !isFirst(open)) return [];
  const { schema, dependencies } = readSchema(valuesSchema);
  if (schema === undefined) return [];
  const problems = checkBySchema(document.value, schema, dependencies);
  const origin = originOfDocument(open);
  const runner = new CheckRunner(source, run);
  const rules = runner.rules.on('chart-values');
  runner.runInAllMinors(rules, { origin, problems }, headLocation(origin, null));
  return runner.drafts;
}

/** Comments and empty lines, and the line at which the first document starts. */
const BEFORE_DOCUMENT = /^(?:[ \t]*(?:#.*)?\r?\n)*(?:---[ \t]*(?:#.*)?\r?\n)?$/;

/** Reports whether a part is the first document, which is the one that Helm reads. */
function isFirst({ source, part: { index, span } }: OpenDocument): boolean {
  return index === 0 || (index === 1 && BEFORE_DOCUMENT.test(source.text.slice(0, span.start)));
}

/** The schema, and the keys of the values of other charts, to which Helm adds the defaults of those charts. */
const readSchema = onceForEach(({ text, chart }: ValuesSchema) => {
  const json = firstValueIn(text);
  const dependencies = mappingsIn(mappingFrom(firstValueIn(chart)).dependencies);
  return {
    schema: json === undefined ? undefined : JsonSchema.from(json),
    dependencies: new Set(dependencies.map(({ alias, name }) => String(alias ?? name))),
  };
});
