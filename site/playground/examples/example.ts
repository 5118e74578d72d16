import type { PlaygroundInput } from '../../share.ts';

/** An input of the playground that shows what a pane does. */
export interface Example extends PlaygroundInput {
  readonly title: string;
}
