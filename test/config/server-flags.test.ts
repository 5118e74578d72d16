import { describe, expect, it } from 'vitest';
import { FEATURE_GATES, RUNTIME_CONFIG } from '../../src/config/server-flags.ts';
import type { ValueType } from '../../src/config/value-type.ts';
import type { Value } from '../../src/yaml/index.ts';

/** The value that is read, or the problem with it. */
function read(type: ValueType<ReadonlyMap<string, boolean>>, value: Value): unknown {
  const problems: string[] = [];
  const flags = type.read(value, ['flags'], {
    report: (at, problem) => problems.push(`${at.join('.')}: ${problem}`),
    written: String,
    pathOf: (path) => path,
  });
  return flags === undefined ? problems : Object.fromEntries(flags);
}

describe('RUNTIME_CONFIG', () => {
  it.each<[Value, unknown]>([
    ['api/beta=true, policy/v1=false', { 'api/beta': true, 'policy/v1': false }],
    ['policy/v1beta1', { 'policy/v1beta1': true }],
    [{ 'api/all': true }, { 'api/all': true }],
    ['api/all=false', ['flags: api/all=false alone disables all APIs; enable some of them too']],
    ['api/bta=true', ['flags: unknown level api/bta; did you mean api/beta?']],
    ['polcy/v1=true', ['flags: unknown API group polcy; did you mean policy?']],
    ['policy/v9=true', ['flags: unknown version policy/v9']],
    ['policy/v1/podx=true', ['flags: unknown resource podx in policy/v1']],
    ['policy/v1=yes', ['flags: the value of policy/v1 must be true or false, not yes']],
    [{ 'policy/v1': 'true' }, ['flags.policy/v1: policy/v1 must be true or false']],
    [3, ['flags: flags must be a mapping of names to true or false']],
    [
      'v1=true',
      [
        'flags: v1 is not a version such as policy/v1beta1, a resource such as policy/v1beta1/poddisruptionbudgets, or one of api/all, api/ga, api/beta, api/alpha',
      ],
    ],
  ])('%o', (value, expected) => {
    expect(read(RUNTIME_CONFIG, value)).toEqual(expected);
  });
});

describe('FEATURE_GATES', () => {
  it.each<[Value, unknown]>([
    [
      'AllAlpha=true,StrictIPCIDRValidation=false',
      { AllAlpha: true, StrictIPCIDRValidation: false },
    ],
    [
      { StrictIPCidrValidation: true },
      [
        'flags.StrictIPCidrValidation: unknown feature gate StrictIPCidrValidation; did you mean StrictIPCIDRValidation?',
      ],
    ],
  ])('%o', (value, expected) => {
    expect(read(FEATURE_GATES, value)).toEqual(expected);
  });
});
