import { readableBlocks, type WrittenRange } from '../../src/analysis/network-policy/blocks.ts';
import { directedRules } from '../../src/analysis/network-policy/directed-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { AddressIndex } from '../../src/server/kubernetes/formats/address-range.ts';

export default defineRule({
  id: 'network-policy/useless-exceptions',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'Each exception of an IP range excludes addresses, and does not leave the range empty.',
  details: `
\`except\` excludes addresses only from its own \`ipBlock\`. The peers of a rule are alternatives, so an address that is
excluded from one range is allowed if another peer includes it. To exclude it, repeat the exception in each range. Also
check other rules and policies for the same pods: no policy can deny what another one allows.

An exception within another exception of the same range has no effect. If the exceptions cover the whole range, the peer matches
nothing.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#behavior-of-to-and-from-selectors',
  messages: {
    readmitted: {
      text: 'the exception {range} has no effect: another peer of the rule allows {other}',
      help: 'repeat the exception in the other ipBlock, or remove it',
      rows: ['lint-np-except-readmitted'],
    },
    within: {
      text: 'the exception {range} is part of the exception {other}, so it has no effect',
      help: 'remove the exception',
      rows: ['lint-np-except-duplicate'],
    },
    all: {
      text: 'the exceptions cover all of {range}, so the peer matches nothing',
      help: 'remove an exception, or the ipBlock',
      rows: ['lint-np-except-covers-all'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress:
            - from:
                - ipBlock:
                    cidr: 10.0.0.0/8
                    except:
                      - 10.1.0.0/16
                      - 10.1.2.0/24
                      # ^^^^^^^^^^^ expect: within
                - ipBlock:
                    cidr: 192.168.0.0/16
                    except: [192.168.0.0/17, 192.168.128.0/17]
                  # ^^^^^^ expect: all
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress:
            - from:
                - ipBlock:
                    cidr: 10.0.0.0/8
                    except:
                      - 10.1.0.0/16
                      # ^^^^^^^^^^^ expect: readmitted
                - ipBlock: { cidr: 10.1.0.0/16 }
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress:
            - from:
                - ipBlock: { cidr: 10.0.0.0/8, except: [10.1.0.0/16] }
                - ipBlock: { cidr: 10.1.7.0/24 }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { peers } of directedRules(resource)) {
      const blocks = readableBlocks(peers);
      const index = new AddressIndex(blocks);
      for (const block of blocks) {
        if (block.excepts.length === 0) continue;
        if (block.excluded.covers(block.range)) {
          report({
            message: 'all',
            at: block.exceptList,
            values: { range: block.text },
            side: 'key',
          });
          continue;
        }
        const exceptions = new AddressIndex(block.excepts);
        const seen = new Set<WrittenRange>();
        for (const except of block.excepts) {
          seen.add(except);
          const { field, text, range } = except;
          const outer = firstOf(
            exceptions.containing(range),
            (other) => other !== except && (other.range.bits < range.bits || seen.has(other)),
          );
          const again = firstOf(
            index.containing(range),
            (other) => other !== block && !other.excluded.overlaps(range),
          );
          if (outer !== undefined)
            report({ message: 'within', at: field, values: { range: text, other: outer.text } });
          else if (again !== undefined) {
            report({
              message: 'readmitted',
              at: field,
              values: { range: text, other: again.text },
            });
          }
        }
      }
    }
  },
});

function firstOf<T>(entries: Iterable<T>, isMeant: (entry: T) => boolean): T | undefined {
  for (const entry of entries) if (isMeant(entry)) return entry;
  return undefined;
}
