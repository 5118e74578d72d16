import { describe, expect, it } from 'vitest';
import { Lexer } from '../../src/cel/parse/lexer.ts';
import { Token, tokenName } from '../../src/cel/parse/tokens.ts';

/** The tokens of a text: their kinds, or their texts if the kind has only one text. `!` precedes errors. */
function tokens(text: string): readonly string[] {
  const lexer = new Lexer(text, true);
  const found: string[] = [];
  for (lexer.next(); lexer.kind !== Token.Eof; lexer.next()) {
    const part = text.slice(lexer.start, lexer.end);
    if (lexer.kind === Token.Error) found.push(`!${part}`);
    else if (lexer.kind !== Token.Whitespace) found.push(`${tokenName(lexer.kind)} ${part}`);
  }
  return found;
}

describe('Lexer', () => {
  it.each([
    ['12', ['NUM_INT 12']],
    ['0x1F', ['NUM_INT 0x1F']],
    ['0xg', ['NUM_INT 0', 'IDENTIFIER xg']],
    ['7u', ['NUM_UINT 7u']],
    ['0xFFU', ['NUM_UINT 0xFFU']],
    ['1.5e-3', ['NUM_FLOAT 1.5e-3']],
    ['.5', ['NUM_FLOAT .5']],
    ['1.', ['NUM_INT 1', "'.' ."]],
    ['1e', ['NUM_INT 1', 'IDENTIFIER e']],
    ['1e+', ['NUM_INT 1', 'IDENTIFIER e', "'+' +"]],
    ['1..2', ['NUM_INT 1', "'.' .", 'NUM_FLOAT .2']],
    ['intrue', ['IDENTIFIER intrue']],
    ['true in null', ["'true' true", "'in' in", "'null' null"]],
    ['a<=b', ['IDENTIFIER a', "'<=' <=", 'IDENTIFIER b']],
    ['a // b\n+', ['IDENTIFIER a', 'COMMENT // b', "'+' +"]],
    ['"a\\"b"', ['STRING "a\\"b"']],
    ["r'\\'", ["STRING r'\\'"]],
    ['"""a"b\n""c"""', ['STRING """a"b\n""c"""']],
    ['""""', ['STRING ""', 'STRING ""']],
    ['"""a', ['STRING ""', '!"a']],
    ['b"a"', ['BYTES b"a"']],
    ["bR'''\\'''", ["BYTES bR'''\\'''"]],
    ['rb"a"', ['IDENTIFIER rb', 'STRING "a"']],
    ['b"a', ['IDENTIFIER b', '!"a']],
    ['`a b`', ['ESC_IDENTIFIER `a b`']],
  ])('reads %s', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  it.each([
    ['#', ['!#']],
    ['é😀', ['!é', '!😀']],
    ['a & b', ['IDENTIFIER a', '!& ', 'IDENTIFIER b']],
    ['=a', ['!=a']],
    ['|', ['!|']],
    ['"a\nb', ['!"a\n', 'IDENTIFIER b']],
    ['"\\q"', ['!"\\q', '!"']],
    ['"\\u12g"', ['!"\\u12g', '!"']],
    ['"\\400', ['!"\\4', 'NUM_INT 00']],
    ["'\\09'", ["!'\\09", "!'"]],
    ['``', ['!``']],
    ['`a!', ['!`a!']],
  ])('skips what %s has and no token begins with', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });
});
