import { describe, expect, it } from 'vitest';
import { ValueTokens } from '../../../src/hosts/node/render/charts/value-tokens.ts';

describe('ValueTokens', () => {
  it('replaces the values with the key of what is searched', () => {
    const values = { a: { port: 99999 }, b: { port: 99999, other: 99999 } };
    const tokens = new ValueTokens(values, [{ key: 'port', text: '99999' }]);
    expect(tokens.replaced()).toEqual([{ a: { port: 731_000 }, b: { port: 731_001 } }]);
    expect(tokens.pathIn(731_001)).toEqual(['b', 'port']);
  });

  it('replaces values with other keys if there are no others, and keeps all of a list', () => {
    const values = { names: ['x', 'Bad_1', { a: 'y' }], digits: '12345' };
    const tokens = new ValueTokens(values, [
      { key: 'name', text: 'Bad_1' },
      { key: 'b', text: '12345' },
    ]);
    expect(tokens.replaced()).toEqual([
      { names: ['x', 'kubeadmit731000', { a: 'y' }], digits: '731001' },
    ]);
    expect(tokens.pathIn('app-kubeadmit731000')).toEqual(['names', 1]);
  });

  it('replaces a part of what is searched', () => {
    const tokens = new ValueTokens({ name: 'Bad_1' }, [{ key: 'name', text: 'shop-Bad_1' }]);
    expect(tokens.replaced()).toEqual([{ name: 'kubeadmit731000' }]);
  });

  it('adds an item to a list and a key to a mapping, and tries scalars apart from them', () => {
    const values = { ports: [{ port: 'x' }], labels: { a: { b: 'c' } }, name: 'Bad_1' };
    const tokens = new ValueTokens(values, [
      { key: 'ports', text: '[map[port:x]]' },
      { key: 'a', text: 'map[b:c]' },
      { key: 'name', text: 'Bad_1' },
    ]);
    const collections = {
      ports: [{ port: 'x', kubeadmit731000: '' }],
      labels: { a: { kubeadmit731001: '' } },
    };
    expect(tokens.replaced()).toEqual([
      { ...collections, name: 'kubeadmit731002' },
      { name: 'kubeadmit731002' },
      collections,
    ]);
    expect(tokens.pathIn([{ port: 'x', kubeadmit731000: '' }])).toEqual(['ports']);
    expect(tokens.pathIn({ b: 'c', kubeadmit731001: '' })).toEqual(['labels', 'a']);
    expect(tokens.pathIn('web:map[b:c kubeadmit731001:]')).toEqual(['labels', 'a']);
    expect(tokens.pathIn({ labels: { kubeadmit731001: '' } })).toBeUndefined();
  });

  it('searches many values in few of many long texts', () => {
    const values = { list: Array.from({ length: 90_000 }, (_, number) => `aa${number}`) };
    const texts = Array.from({ length: 500 }, (_, number) => ({
      key: 'name',
      text: `${'a'.repeat(40_000)}${number}`,
    }));
    const start = process.cpuUsage();
    expect(new ValueTokens(values, texts).replaced()).toEqual([]);
    expect(process.cpuUsage(start).user).toBeLessThan(10e6);
  });

  it('finds no value if there is none, or several', () => {
    const values = { a: 'one', b: 'one' };
    const tokens = new ValueTokens(values, [{ key: 'c', text: 'one' }]);
    const text = 'kubeadmit731000-kubeadmit731001';
    expect([tokens.pathIn(text), tokens.pathIn('one'), tokens.pathIn(null)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(new ValueTokens(values, []).replaced()).toEqual([]);
  });
});
