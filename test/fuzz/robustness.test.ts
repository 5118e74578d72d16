import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finding } from '../report/report-data.ts';
import { suiteFolder } from '../temporary-folder.ts';
import { BATCH_PROPERTIES, sourcesOf } from './batches.ts';
import { checkCommand } from './command.ts';
import { GENERATORS } from './inputs.ts';
import { checkLocations, PROPERTIES } from './properties.ts';

/**
 * The inputs are the same each time, because a test that fails only sometimes does not help. `npm run fuzz` searches
 * for new ones.
 */
const SEED = 14;

describe.each([...GENERATORS])('inputs made by %s', (_, inputs) => {
  it.each([...PROPERTIES])('have %s', (_, holds) => {
    fc.assert(fc.property(inputs, holds), { seed: SEED, numRuns: 20 });
  });

  const batch = fc.sample(inputs, { seed: SEED, numRuns: 100 });

  it.each([...BATCH_PROPERTIES])('have, all together, %s', (_, holds) => {
    holds(batch);
  });

  it('are the same for the library and the command', () => checkCommand(folder, batch));
});

describe('a batch of inputs', () => {
  it('has a property for each that a single input has', () => {
    expect([...BATCH_PROPERTIES.keys()]).toEqual([...PROPERTIES.keys()]);
  });

  it('names the file with a finding that is not in it', () => {
    const [source] = sourcesOf([{ kind: 'tree', tree: { kind: 'mapping', entries: [] } }]);
    if (source === undefined) throw new Error('there is no file');
    const below = finding({
      file: source.name,
      rule: 'a/b',
      line: 9,
      column: 1,
      endLine: 9,
      endColumn: 1,
    });
    expect(() => checkLocations([below], [source])).toThrow(
      '000000.yaml: a/b: 9:1-9:1 is not in 000000.yaml',
    );
  });
});

const folder = suiteFolder();
