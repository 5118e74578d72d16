import { describe, expect, it } from 'vitest';
import { MINORS } from '../../src/server/kubernetes/minors.ts';
import { comparableAnswer, comparableReport, differenceOf } from './admission-answers.ts';
import { readAdmissionAnswers, readAdmissionCases } from './admission-cases.ts';
import { admitLike, parseFlags } from './admission-flags.ts';

const answers = readAdmissionAnswers();

describe.each(readAdmissionCases())('$file', ({ file, text, old, args }) => {
  it.each(MINORS)('is decided as by Kubernetes %s', (minor) => {
    const { requests } = admitLike({ name: file, content: text }, old, parseFlags(args), minor);
    const expected = answers.filter((one) => one.file === file && one.minors.includes(minor));
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) {
      const { index, item } = request.document;
      const answer = expected.find((one) => one.document === index && (one.item ?? null) === item);
      expect(answer, `document ${index} has no answer`).toBeDefined();
      const difference = differenceOf(
        comparableReport(request),
        comparableAnswer(answer ?? {}, minor),
      );
      expect(difference, `document ${index}`).toBeUndefined();
    }
    expect(requests).toHaveLength(expected.length);
  });
});
