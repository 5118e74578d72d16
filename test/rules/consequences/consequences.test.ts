import { describe, expect, it } from 'vitest';
import { reportedFindings } from '../../../src/report/reported-findings.ts';
import type { Finding } from '../../../src/result/finding.ts';
import { lintPedantically } from '../../lint/lint-pedantically.ts';
import { ADMISSION } from './admission.ts';
import { API_SERVICES } from './api-services.ts';
import { CRDS, crd } from './crds.ts';
import { FIELDS, pod } from './fields.ts';
import { FLOW_CONTROL } from './flow-control.ts';
import { LIMIT_RANGES } from './limit-ranges.ts';
import { METADATA } from './metadata.ts';
import { NETWORK_POLICIES } from './network-policies.ts';
import { POLICIES } from './policies.ts';
import type { RootCause } from './root-cause.ts';
import { SERVICES } from './services.ts';

const TABLES = [
  { of: 'webhooks and resource rules', table: ADMISSION },
  { of: 'policies and bindings', table: POLICIES },
  { of: 'CRDs', table: CRDS },
  { of: 'APIServices', table: API_SERVICES },
  { of: 'FlowSchemas and priority levels', table: FLOW_CONTROL },
  { of: 'LimitRanges', table: LIMIT_RANGES },
  { of: 'NetworkPolicies', table: NETWORK_POLICIES },
  { of: 'Services', table: SERVICES },
  { of: 'metadata', table: METADATA },
  { of: 'fields', table: FIELDS },
];

describe.each(TABLES)('one mistake is one finding in $of', ({ table }) => {
  it.each(table)('$mistake', ({ manifest, root, consequences }) => {
    expect(errorsIn(manifest)).toEqual([{ root, consequences: [...consequences].sort() }]);
  });
});

it('shows errors side by side that have no cause in common', () => {
  const names = { plural: 'cronTabs', kind: 'CronTab', shortNames: ['CT'] };
  expect(errorsIn(crd({ names, scope: 'None' })).map(({ root }) => root)).toEqual([
    'crd/names#pluralLabel',
    'crd/names#label',
    'crd/scope#unknown',
  ]);
});

it('shows errors of the other values in a map with an invalid quantity beside it', () => {
  const resources = { requests: { cpu: '500m', memory: '256mb' }, limits: { cpu: '250m' } };
  expect(errorsIn(pod({ resources })).map(({ root }) => root)).toEqual([
    'pod/resources#over',
    'field/format#unit',
  ]);
});

/** The errors of a manifest as people see them. */
function errorsIn(manifest: object): readonly Pick<RootCause, 'root' | 'consequences'>[] {
  const report = lintPedantically([{ name: 'object.json', content: JSON.stringify(manifest) }]);
  return reportedFindings(report)
    .filter(({ finding }) => finding.severity === 'error')
    .map(({ finding, consequences }) => ({
      root: nameOf(finding),
      consequences: consequences.map(nameOf).sort(),
    }));
}

function nameOf({ rule, messageId }: Finding): string {
  return `${rule}#${messageId}`;
}
