export const Token = {
  StreamEnd: 1,
  VersionDirective: 2,
  TagDirective: 3,
  DocumentStart: 4,
  DocumentEnd: 5,
  BlockSequenceStart: 6,
  BlockMappingStart: 7,
  BlockEnd: 8,
  FlowSequenceStart: 9,
  FlowSequenceEnd: 10,
  FlowMappingStart: 11,
  FlowMappingEnd: 12,
  BlockEntry: 13,
  FlowEntry: 14,
  Key: 15,
  Value: 16,
  Alias: 17,
  Anchor: 18,
  Tag: 19,
  Scalar: 20,
} as const;

/** The kind of a token. */
export type Token = (typeof Token)[keyof typeof Token];

const KIND = 0;
const START = 1;
const TOKEN_END = 2;
const DETAIL = 3;
const SIMPLE_KEY = 4;
const SIZE = 5;

/**
 * The tokens that were scanned and not parsed yet. There are few: a token waits only as long as it
 * may start a simple key, which has at most 1024 characters.
 */
export class TokenQueue {
  /** The number of tokens that were taken: the serial number of the first token in the queue. */
  taken = 0;
  /** Set if the next token added may start a simple key: the flow level of that key, plus 1. */
  mark = 0;
  #data = new Int32Array(64 * SIZE);
  #texts: string[] = [];
  #head = 0;
  #tail = 0;

  clear(): void {
    this.taken = 0;
    this.mark = 0;
    this.#head = 0;
    this.#tail = 0;
    this.#texts.length = 0;
  }

  get isEmpty(): boolean {
    return this.#head === this.#tail;
  }

  /** The serial number of the next token that is added. */
  get nextSerial(): number {
    return this.taken + this.#tail - this.#head;
  }

  /** Adds a token at the end. The contents of `detail` and `text` depend on its kind. */
  add(kind: Token, start: number, end: number, detail = 0, text = ''): void {
    if (this.#head === this.#tail) {
      this.#head = 0;
      this.#tail = 0;
    }
    this.#reserve();
    this.#write(this.#tail++, kind, start, end, detail, text, this.mark);
    this.mark = 0;
  }

  /**
   * Inserts an empty token before the one with a serial number. If that one was taken already, adds
   * it at the end, as go-yaml does.
   */
  insert(serial: number, kind: Token, at: number): void {
    if (serial < this.taken) {
      this.add(kind, at, at);
      return;
    }
    this.#reserve();
    const index = this.#head + serial - this.taken;
    this.#data.copyWithin((index + 1) * SIZE, index * SIZE, this.#tail * SIZE);
    for (let i = this.#tail; i > index; i--) this.#texts[i] = this.#texts[i - 1] ?? '';
    this.#tail++;
    this.#write(index, kind, at, at, 0, '', 0);
  }

  /** Clears the mark of the token with a serial number, if it is still in the queue. */
  unmark(serial: number): void {
    const index = this.#head + serial - this.taken;
    if (index >= this.#head && index < this.#tail) this.#data[index * SIZE + SIMPLE_KEY] = 0;
  }

  /** The mark of the first token. */
  get simpleKey(): number {
    return this.#read(SIMPLE_KEY);
  }

  get kind(): Token {
    return this.#read(KIND) as Token;
  }

  get start(): number {
    return this.#read(START);
  }

  get end(): number {
    return this.#read(TOKEN_END);
  }

  get detail(): number {
    return this.#read(DETAIL);
  }

  get text(): string {
    return this.#texts[this.#head] ?? '';
  }

  take(): void {
    this.#head++;
    this.taken++;
  }

  #read(field: number): number {
    return this.#data[this.#head * SIZE + field] as number;
  }

  #write(
    index: number,
    kind: Token,
    start: number,
    end: number,
    detail: number,
    text: string,
    mark: number,
  ): void {
    const at = index * SIZE;
    this.#data[at + KIND] = kind;
    this.#data[at + START] = start;
    this.#data[at + TOKEN_END] = end;
    this.#data[at + DETAIL] = detail;
    this.#data[at + SIMPLE_KEY] = mark;
    this.#texts[index] = text;
  }

  #reserve(): void {
    if ((this.#tail + 1) * SIZE < this.#data.length) return;
    if (this.#head > 0 && this.#head * 2 >= this.#tail) {
      this.#data.copyWithin(0, this.#head * SIZE, this.#tail * SIZE);
      this.#texts.splice(0, this.#head);
      this.#tail -= this.#head;
      this.#head = 0;
      return;
    }
    const data = new Int32Array(this.#data.length * 2);
    data.set(this.#data);
    this.#data = data;
  }
}
