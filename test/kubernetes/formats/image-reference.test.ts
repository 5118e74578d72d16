import { expect, it } from 'vitest';
import { imageTag } from '../../../src/server/kubernetes/formats/image-reference.ts';

const DIGEST = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

it.each([
  ['nginx', 'latest'],
  ['nginx:1.25', '1.25'],
  ['registry.example.com:5000/a/b', 'latest'],
  ['registry.example.com:5000/a/b:v1', 'v1'],
  ['[::1]:5000/a', 'latest'],
  ['a_b.c/x', 'latest'],
  ['EXAMPLE/x', 'latest'],
  [`nginx@${DIGEST}`, ''],
  [`nginx:latest@${DIGEST}`, 'latest'],
  ['nginx@sha256:abc', ''],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder
  ['${IMAGE}', ''],
  ['', ''],
  ['Nginx', ''],
  ['nginx:', ''],
  ['a..b', ''],
  [DIGEST.slice('sha256:'.length), ''],
])('finds the tag of the image %j', (image, tag) => {
  expect(imageTag(image)).toBe(tag);
});
