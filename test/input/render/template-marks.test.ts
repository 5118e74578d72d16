import { describe, expect, it } from 'vitest';
import { linesByMarks, withMarks } from '../../../src/hosts/node/render/charts/template-marks.ts';

describe('withMarks', () => {
  it.each([
    ['a key', 'a: 1', 'a: 1 # kubeadmit:7:1'],
    ['an item of a list', '  - a', '  - a # kubeadmit:7:1'],
    ['a key that is an action', '{{ $key }}: b', '{{ $key }}: b # kubeadmit:7:1'],
    ['the header of a text', 'a: |', 'a: | # kubeadmit:7:1'],
    [
      'a key above what an action renders',
      'a: {{- toYaml .Values.a | nindent 2 }}',
      'a: # kubeadmit:7:1{{- toYaml .Values.a | nindent 2 }}',
    ],
  ])('marks %s', (_, line, expected) => {
    expect(withMarks(line, 7)).toBe(expected);
  });

  it.each([
    ['an action', '{{- toYaml .Values.a | nindent 2 }}'],
    ['a text of a definition', '{{ .Release.Name }}-web'],
    ['a line that an action joins with the next one', 'a: {{ .Values.a -}}'],
    ['the beginning of an action', 'a: {{ printf "%s"'],
    ['an address', 'http://example.com'],
  ])('does not mark %s', (_, line) => {
    expect(withMarks(line, 7)).toBe(line);
  });

  it('does not mark the lines within an action', () => {
    const text = '{{- /*\na: 1\n*/}}\nb: 2';
    expect(withMarks(text, 0)).toBe('{{- /*\na: 1\n*/}}\nb: 2 # kubeadmit:0:4');
  });

  it('leaves a line whose scalar goes on in the next one, which a comment would end', () => {
    const text = 'a: one\n  two\n- b: "one\n    two"\nc: |\n  text\nd: {{ .x }}\n  {{ .y }}';
    const marked = withMarks(text, 0).split('\n');
    expect(marked.filter((line) => line.includes('kubeadmit'))).toEqual([
      'c: | # kubeadmit:0:5',
      'd: {{ .x }} # kubeadmit:0:7',
    ]);
  });
});

describe('linesByMarks', () => {
  it('finds the first mark of each line', () => {
    const marked = 'a: # kubeadmit:0:1\n  b: 1 # kubeadmit:1:4 # kubeadmit:0:2\n  c: 2';
    expect(linesByMarks('a:\n  b: 1\n  c: 2', marked)).toEqual([
      { template: 0, line: 1 },
      { template: 1, line: 4 },
      undefined,
    ]);
  });

  it('takes other random values for the same lines', () => {
    expect(linesByMarks('password: x1', 'password: y2 # kubeadmit:0:1')).toHaveLength(1);
  });

  it.each(['b: 1 # kubeadmit:0:1', 'a: 1 # kubeadmit:0:1\nb: 2'])(
    'finds nothing if other lines are rendered: %j',
    (marked) => {
      expect(linesByMarks('a: 1', marked)).toBeUndefined();
    },
  );
});
