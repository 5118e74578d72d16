import { describe, expect, it } from 'vitest';
import { behavesSo } from '../../src/server/kubernetes/behavior-range.ts';
import { gateNames, isGateEnabled } from '../../src/server/kubernetes/feature-gates.ts';
import { holdsIn, MINORS, type Minor } from '../../src/server/kubernetes/minors.ts';
import { isResourceEnabled } from '../../src/server/kubernetes/runtime-config.ts';
import { defaultServer, hasGate } from '../../src/server/kubernetes/server.ts';
import {
  minorsWith,
  SERVER_CHANGES,
  type ServerChangeName,
} from '../../src/server/kubernetes/server-changes.ts';

const NONE = new Map<string, boolean>();

describe('isGateEnabled', () => {
  it.each<[string, Minor, Readonly<Record<string, boolean>>, boolean | undefined]>([
    ['StrictIPCIDRValidation', '1.32', {}, undefined],
    ['StrictIPCIDRValidation', '1.33', {}, false],
    ['CRDValidationRatcheting', '1.31', {}, true],
    ['StrictIPCIDRValidation', '1.33', { StrictIPCIDRValidation: true }, true],
    ['StrictIPCIDRValidation', '1.33', { AllAlpha: true }, true],
    ['CRDValidationRatcheting', '1.31', { AllAlpha: false }, true],
    ['CRDValidationRatcheting', '1.31', { AllBeta: false }, false],
    ['CRDValidationRatcheting', '1.31', { AllBeta: false, CRDValidationRatcheting: true }, true],
    ['CustomResourceFieldSelectors', '1.31', { CustomResourceFieldSelectors: false }, false],
    ['CustomResourceFieldSelectors', '1.32', { CustomResourceFieldSelectors: false }, true],
    ['NoSuchGate', '1.33', { NoSuchGate: true }, undefined],
  ])('%s in %s with %o', (name, minor, gates, expected) => {
    expect(isGateEnabled(name, new Map(Object.entries(gates)), minor)).toBe(expected);
  });

  it('knows the gates that stand for others', () => {
    expect(gateNames()).toEqual(expect.arrayContaining(['AllAlpha', 'AllBeta']));
  });
});

describe('isResourceEnabled', () => {
  it.each<[Readonly<Record<string, boolean>>, string, boolean, boolean]>([
    [{ 'api/beta': true }, 'policy/v1beta1', false, true],
    [{ 'api/beta': true }, 'policy/v1alpha1', false, false],
    [{ 'api/all': true, 'api/beta': false }, 'policy/v1beta1', true, false],
    [{ 'api/beta': false, 'policy/v1beta1': true }, 'policy/v1beta1', true, true],
    [{ 'policy/v1beta1': true, 'policy/v1beta1/budgets': false }, 'policy/v1beta1', true, false],
    [{ 'policy/v1beta1/others': false }, 'policy/v1beta1', true, true],
    [{ 'api/ga': false }, 'v1', true, false],
  ])('%o %s', (config, apiVersion, byDefault, expected) => {
    const entries = new Map(Object.entries(config));
    expect(isResourceEnabled(entries, apiVersion, 'budgets', byDefault)).toBe(expected);
  });
});

describe('changes that depend on a feature gate', () => {
  const gated = (Object.keys(SERVER_CHANGES) as ServerChangeName[]).filter(
    (name) => SERVER_CHANGES[name].gate !== undefined,
  );
  it.each(gated)('%s is in the minors where the gate is so without flags', (name) => {
    const range = minorsWith(name);
    const { gate } = SERVER_CHANGES[name];
    for (const minor of MINORS) {
      const isSo = gate !== undefined && hasGate(defaultServer(minor), gate.name, gate.enabled);
      expect(behavesSo(range, defaultServer(minor)), minor).toBe(isSo);
      if (range.needsFlag !== true) expect(holdsIn(range, minor), minor).toBe(isSo);
    }
  });
  it('are asked for with flags', () => {
    const server = {
      ...defaultServer('1.33'),
      featureGates: new Map([['StrictIPCIDRValidation', true]]),
    };
    expect(behavesSo(minorsWith('strict-address-ranges'), server)).toBe(true);
    expect(behavesSo(minorsWith('address-range-warnings'), server)).toBe(false);
    expect(behavesSo(minorsWith('strict-address-ranges'), { ...server, featureGates: NONE })).toBe(
      false,
    );
  });
});
