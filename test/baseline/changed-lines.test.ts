import { expect, it } from 'vitest';
import { readDiff, touches } from '../../src/result/baseline/changed-lines.ts';

it('reads the added lines of each file', () => {
  const diff = `diff --git a/a.yaml b/a.yaml
index 1..2 100644
--- a/a.yaml
+++ b/a.yaml
@@ -1 +1,2 @@
-a: 1
+a: 2
+b: 3
@@ -9,2 +10,0 @@ spec:
-x
-y
@@ -20,0 +19 @@
++++ b/not-a-header.yaml
diff --git a/old.yaml b/new name.yaml
similarity index 90%
--- a/old.yaml
+++ b/new name.yaml\t
@@ -3 +3 @@
-x
+y
diff --git a/gone.yaml b/gone.yaml
--- a/gone.yaml
+++ /dev/null
@@ -1 +0,0 @@
-x
--- "a/\\303\\251 \\"q\\".yaml"
+++ "b/\\303\\251 \\"q\\"\\t.yaml"
@@ -0,0 +1,3 @@
+x
+y
+z
\\ No newline at end of file
`;
  expect([...readDiff(diff)]).toEqual([
    [
      'a.yaml',
      [
        { first: 1, last: 2 },
        { first: 19, last: 19 },
      ],
    ],
    ['new name.yaml', [{ first: 3, last: 3 }]],
    ['é "q"\t.yaml', [{ first: 1, last: 3 }]],
  ]);
});

it.each([
  [true, 3, 3],
  [true, 1, 3],
  [true, 5, 9],
  [false, 1, 2],
  [false, 6, 6],
])('is %s for lines %i to %i of 3 to 5', (expected, line, endLine) => {
  expect(touches([{ first: 3, last: 5 }], { line, endLine })).toBe(expected);
});
