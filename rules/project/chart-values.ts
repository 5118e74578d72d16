import { jsonOf } from '../../src/base/json.ts';
import { locationAt } from '../../src/rule/location.ts';
import { defineRule } from '../../src/rule/rule.ts';
import { decoderPath } from '../../src/server/decode/index.ts';
import { type Value, valueAt } from '../../src/yaml/index.ts';

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

What users have to set is not reported: required values that are absent, null, and empty texts and lists. Not all of a JSON
Schema is checked: not conditions, alternatives (\`anyOf\`, \`oneOf\`, \`not\`), formats, and references to other files.
Nothing is ever fetched.
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
      problems.flatMap(({ fault, segments }) =>
        fault.kind === 'type' ? [decoderPath(segments)] : [],
      ),
    );
    for (const { fault, segments, keyword } of problems) {
      // Other errors of a value of a wrong type are consequences.
      if (fault.kind !== 'type' && ofType.has(decoderPath(segments))) continue;
      const value = valueAt(origin.document.value, segments);
      if (fault.kind === 'required' || keyword === 'allOf' || isLeftToUsers(value)) continue;
      const path = fault.kind === 'forbidden' ? [...segments, fault.property] : segments;
      const side = fault.kind === 'forbidden' ? 'key' : 'value';
      const at = locationAt(origin, path, null, side);
      const name = segments.length === 0 ? 'the file' : decoderPath(segments);
      switch (fault.kind) {
        case 'type': {
          const { actual, expected } = fault;
          report({ message: 'type', at, values: { name, actual, expected } });
          break;
        }
        case 'forbidden':
          report({ message: 'unknown', at, values: { name: fault.property } });
          break;
        case 'enum': {
          const allowed = fault.values.map((one) => jsonOf(one)).join(', ');
          report({ message: 'enum', at, values: { name, allowed } });
          break;
        }
        case 'too-long': {
          const reason = `it is longer than maxLength ${fault.most}`;
          report({ message: 'invalid', at, values: { name, reason } });
          break;
        }
        case 'too-many': {
          const reason = `it has more than ${fault.most}`;
          report({ message: 'invalid', at, values: { name, reason } });
          break;
        }
        case 'invalid':
          report({ message: 'invalid', at, values: { name, reason: fault.reason } });
      }
    }
  },
});

/** Reports whether users have to set a value: there is none yet. */
function isLeftToUsers(value: Value | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}
