import { onceForEach } from '../../base/once-for-each.ts';
import { headLocation } from '../../rule/location.ts';
import { structuralFrom } from '../../server/crd/json-schema.ts';
import { treeOf } from '../../server/crd/schema/check-schema.ts';
import { validateValue } from '../../server/crd/values/validate.ts';
import type { ProjectFolder } from '../../sources/project/project-folder.ts';
import { firstValueIn } from '../../yaml/index.ts';
import { type OpenDocument, originOfDocument } from '../open/open-part.ts';
import type { Run } from '../run.ts';
import { CheckRunner } from './check-runner.ts';
import type { Draft } from './draft.ts';

/** The largest product of the length of the values and the number of schemas for one value, which bounds the time. */
const MOST_WORK = 50_000_000;

/** Checks the default values of a chart by its schema. */
export function checkValues(open: OpenDocument, run: Run): readonly Draft[] {
  const { source, part, document } = open;
  const [own] = source.surroundings;
  // Helm reads the first document.
  const schema = own === undefined || part.index > 0 ? undefined : schemaOf(own.folder);
  if (schema === undefined || source.length * schema.size > MOST_WORK) return [];
  const origin = originOfDocument(open);
  const runner = new CheckRunner(source, run);
  for (const server of run.servers) {
    const { problems } = validateValue(document.value, schema.schema, {
      minor: server.minor,
      of: 'resource',
    });
    const subject = { server, itemAt: () => null, location: headLocation(origin, null) };
    runner.run(runner.rules.on('chart-values'), { origin, problems }, subject);
  }
  return runner.drafts;
}

/** The schema for the values of a chart, and the number of schemas in it that may be for the same value. */
const schemaOf = onceForEach(({ valuesSchema = '' }: ProjectFolder) => {
  const value = firstValueIn(valuesSchema);
  const schema = value === undefined ? undefined : structuralFrom(value);
  if (schema === undefined) return undefined;
  const size =
    1 +
    treeOf(schema)
      .having('allOf')
      .reduce((sum, one) => sum + (one.schema.allOf ?? []).length, 0);
  return { schema, size };
});
