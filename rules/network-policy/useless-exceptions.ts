import { readableBlocks, type WrittenRange } from '../../src/analysis/network-policy/blocks.ts';
import { directedRules } from '../../src/analysis/network-policy/directions.ts';
import { AddressIndex } from '../../src/kubernetes/formats/address-range.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/useless-exceptions',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'Each exception of an address range takes something away, and something is left.',
  details: `
\`except\` takes addresses out of its own \`ipBlock\` and nowhere else. The peers of a rule are alternatives, so an
address that is an exception of one and part of another is allowed. To keep it out, repeat the exception in
each block that has it, and look at the other rules and policies for the same pods too: there is no way to
deny what any of them allows.

An exception within another one of the same block does nothing, and exceptions that together are the whole
range leave a peer that is nobody.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#behavior-of-to-and-from-selectors',
  messages: {
    readmitted: {
      text: 'the exception {range} has no effect: {other} in the same rule allows it',
      help: 'repeat the exception there, or leave it out',
      rows: ['lint-np-except-readmitted'],
    },
    within: {
      text: 'the exception {range} is part of the exception {other}',
      help: 'leave it out',
      rows: ['lint-np-except-duplicate'],
    },
    all: {
      text: 'the exceptions are the whole of {range}, so nothing is left of it',
      help: 'leave an exception out, or the ipBlock',
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
          report('all', block.exceptList, { range: block.text }, { side: 'key' });
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
          if (outer !== undefined) report('within', field, { range: text, other: outer.text });
          else if (again !== undefined) {
            report('readmitted', field, { range: text, other: again.text });
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
