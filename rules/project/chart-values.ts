import { jsonOf } from '../../src/base/json.ts';
import { locationAt } from '../../src/rule/location.ts';
import { defineRule } from '../../src/rule/rule.ts';
import { decoderPath } from '../../src/server/decode/index.ts';

/** The reason for the lack of examples. */
const withoutExample = 'an example is one file; fixtures/installations has several';

export default defineRule({
  id: 'project/chart-values',
  on: 'chart-values',
  severity: 'warning',
  summary: 'The default values of a chart fit its schema.',
  details: `
Helm refuses to render a chart if its values do not fit \`values.schema.json\`. The values of \`values.yaml\` are part of them,
unless a user overrides each of those that do not fit.

What users have to set is not reported: required values that are absent, null, and empty texts, lists and mappings. The schema
is read as Helm reads it, in the drafts 4 to 2020-12. Not checked are \`unevaluatedProperties\`, \`unevaluatedItems\`, \`$anchor\`,
\`$dynamicRef\` and references to other files. Nothing is ever fetched.
`,
  reference: 'https://helm.sh/docs/topics/charts/#schema-files',
  messages: {
    type: {
      text: '{name} is of type {actual}; values.schema.json requires {expected}',
      help: 'use a value of type {expected}, or correct the schema',
      withoutExample,
    },
    unknown: {
      text: "values.schema.json does not allow '{name}' here",
      help: 'remove it, or add it to the properties of the schema',
      withoutExample,
    },
    enum: {
      text: '{name} is none of the values that values.schema.json allows: {allowed}',
      help: 'use one of them, or correct the schema',
      withoutExample,
    },
    invalid: {
      text: '{name} does not fit values.schema.json: {reason}',
      help: 'change the value, or correct the schema',
      withoutExample,
    },
  },
  examples: { bad: [], good: [] },
  check({ origin, problems }, { report }) {
    const ofType = new Set(
      problems.flatMap(({ fault, path }) => (fault.kind === 'type' ? [decoderPath(path)] : [])),
    );
    for (const { fault, path, isLeftToUsers } of problems) {
      // Other errors of a value of a wrong type are consequences.
      if (isLeftToUsers || (fault.kind !== 'type' && ofType.has(decoderPath(path)))) continue;
      const name = path.length === 0 ? 'the file' : decoderPath(path);
      const at = locationAt(origin, path, null, 'value');
      switch (fault.kind) {
        case 'type': {
          const { actual, expected } = fault;
          report({ message: 'type', at, values: { name, actual, expected } });
          break;
        }
        case 'unknown': {
          const ofKey = locationAt(origin, [...path, fault.key], null, 'key');
          report({ message: 'unknown', at: ofKey, values: { name: fault.key } });
          break;
        }
        case 'enum': {
          const allowed = fault.values.map((value) => jsonOf(value)).join(', ');
          report({ message: 'enum', at, values: { name, allowed } });
          break;
        }
        case 'invalid':
          report({ message: 'invalid', at, values: { name, reason: fault.reason } });
      }
    }
  },
});
