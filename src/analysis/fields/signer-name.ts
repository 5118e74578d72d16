import type { Field } from '../../rule/field.ts';
import { byteLength } from '../../server/kubernetes/formats/dns.ts';
import { labelProblem, subdomainProblem } from '../metadata/names.ts';
import { reportInvalid, reportTooLong, type ValueReport } from './value-checks.ts';

const LONGEST_DOMAIN = 253;
/** The longest path: a namespace, a dot and the name of an object. */
const LONGEST_PATH = 317;

/**
 * Reports the errors of the name of a signer of certificates: a domain of at least two labels, a slash, and a path of DNS
 * labels.
 *
 * Source: `ValidateSignerName` in `pkg/apis/core/validation/names.go` of Kubernetes.
 */
export function checkSignerName(
  report: ValueReport<'invalid' | 'tooLong'>,
  field: Field<string | undefined>,
): void {
  const name = field.value ?? '';
  if (name === '') return;
  const [domain = '', path = '', ...others] = name.split('/');
  if (!name.includes('/') || others.length > 0) {
    reportInvalid(report, field, 'use a domain and a path, such as example.com/signer');
    return;
  }
  if (byteLength(domain) > LONGEST_DOMAIN) {
    reportTooLong(report, field, `its domain has more than ${LONGEST_DOMAIN} bytes`);
  }
  const problem = domainProblem(domain) ?? pathProblem(path);
  if (problem !== undefined) reportInvalid(report, field, problem);
  if (byteLength(name) > LONGEST_DOMAIN + 1 + LONGEST_PATH) {
    reportTooLong(report, field, `at most ${LONGEST_DOMAIN + 1 + LONGEST_PATH} bytes are allowed`);
  }
}

function domainProblem(domain: string): string | undefined {
  const labels = domain.split('.');
  const problem = labels.map(labelProblem).find((found) => found !== undefined);
  if (problem !== undefined) return `its domain is not valid: ${problem}`;
  return labels.length < 2 ? 'its domain needs a dot, as in example.com' : undefined;
}

function pathProblem(path: string): string | undefined {
  const problem = path
    .split('.')
    .map(subdomainProblem)
    .find((found) => found !== undefined);
  return problem && `its path is not valid: ${problem}`;
}
