import { byteLength, isDns1123Label, isDns1123Subdomain } from './dns.ts';

const MAX_DOMAIN_LENGTH = 253;

/** A domain, a slash, a DNS subdomain, a dot and a DNS label. */
const MAX_LENGTH = MAX_DOMAIN_LENGTH + 1 + (253 + 63 + 1);

/** A problem of the name of a signer of certificates. A name can have several. */
interface SignerNameProblem {
  /** True if the name is too long, and false if its form is wrong. */
  readonly isLength: boolean;
  /** The problem as a clause. */
  readonly problem: string;
}

/**
 * The server's errors about the name of a signer of certificates (`example.com/signer`), which is not empty.
 *
 * Source: `ValidateSignerName` in `pkg/apis/core/validation/names.go` of Kubernetes.
 */
export function signerNameProblems(name: string): readonly SignerNameProblem[] {
  const segments = name.split('/');
  const [domain = '', path = ''] = segments;
  if (segments.length !== 2) {
    return [{ isLength: false, problem: 'use a domain and a name, such as example.com/signer' }];
  }
  const problems: SignerNameProblem[] = [];
  if (byteLength(domain) > MAX_DOMAIN_LENGTH) {
    problems.push({ isLength: true, problem: 'the domain is longer than 253 characters' });
  }
  const labels = domain.split('.');
  if (!labels.every(isDns1123Label) || labels.length < 2) {
    problems.push({
      isLength: false,
      problem: 'the part before the slash must be a domain, such as example.com',
    });
  }
  if (!path.split('.').every(isDns1123Subdomain)) {
    problems.push({
      isLength: false,
      problem:
        "use only lowercase letters, digits, '-' and '.' after the slash, and start and end with a letter or digit",
    });
  }
  if (byteLength(name) > MAX_LENGTH) {
    problems.push({ isLength: true, problem: `it is longer than ${MAX_LENGTH} characters` });
  }
  return problems;
}

/** Reports whether a signer belongs to Kubernetes. */
export function isKubernetesSigner(name: string): boolean {
  const [host = ''] = name.split('/', 1);
  return host === 'kubernetes.io' || host.endsWith('.kubernetes.io');
}
