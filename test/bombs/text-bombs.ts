import type { Bombs } from './bomb.ts'

const numbered = (length: number, line: (n: number) => string, between = '\n') =>
  Buffer.from(Array.from({ length }, (_, n) => line(n)).join(between))

/** Bombs of Markdown, HTML, CSV and plain text. */
export const textBombs: Bombs = {
  'elements.html': {
    how: 'three million paragraphs of one letter, 12 MB: the tree of them fills the memory of a reader',
    ends: /too many elements/,
    make: () => Buffer.from('<p>x'.repeat(3_000_000)),
  },
  'picture.html': {
    how: 'a picture of 60 MB in a page, as a `data:` URL, which took 2.6 GB',
    ends: /picture that is too large/,
    make: () => Buffer.from(`<p>words</p><img src="data:image/png;base64,${'A'.repeat(60_000_000)}">`),
  },
  'picture.md': {
    how: 'the same in Markdown',
    ends: /picture that is too large/,
    make: () => Buffer.from(`words ![](data:image/png;base64,${'A'.repeat(60_000_000)})`),
  },
  'word.txt': {
    how: 'a word of 60 million letters',
    ends: /more text|too large/,
    make: () => Buffer.alloc(60_000_000, 'a'),
  },
  'cell.csv': {
    how: 'a cell of 60 million letters',
    ends: /more text|too large/,
    make: () => Buffer.from(`a,b\n${'a'.repeat(60_000_000)},1\n`),
  },
  'definitions.md': {
    how: '10 000 definitions of links and 20 pieces of text, each of which was parsed with all of them',
    ends: 'a course',
    make: () => {
      const definitions = Array.from({ length: 10_000 }, (_, n) => `[name ${n}]: https://example.com/${n}\n`)
      return Buffer.from(
        `${definitions.join('')}\n# A\n\n${'word '.repeat(100)}\n\n`.concat(
          `# A heading\n\n${`${'word '.repeat(100)}[name 5].\n\n`.repeat(200)}`.repeat(20),
        ),
      )
    },
  },
  'long-definition.md': {
    how: 'a link of 1 MB that 20 000 references repeat',
    ends: /too large/,
    make: () =>
      Buffer.from(`[a]: https://example.com/${'a'.repeat(1_000_000)}\n\n${'[a]\n\n'.repeat(20_000)}`),
  },
  'open-links.md': {
    how: '100 000 links that are opened and never closed, in one paragraph',
    ends: /too many marks/,
    make: () => Buffer.from('[a]('.repeat(100_000)),
  },
  'brackets.md': {
    how: '200 000 brackets in one another',
    ends: /too many marks/,
    make: () => Buffer.from(`${'['.repeat(200_000)}x${']'.repeat(200_000)}`),
  },
  'emphasis.md': {
    how: '200 000 stars and underscores that open emphasis and close none',
    ends: /too many marks/,
    make: () => Buffer.from('*a **a _a '.repeat(70_000)),
  },
  'comments.md': {
    how: '100 000 beginnings of a comment in one paragraph',
    ends: /too many marks/,
    make: () => Buffer.from(`words ${'<!-- a '.repeat(100_000)}`),
  },
  'code-marks.md': {
    how: 'runs of backticks of 1 000 lengths, none of which closes another',
    ends: /too many marks/,
    make: () => numbered(1_000, (n) => '`'.repeat(n + 1), 'a'),
  },
  'quotes.md': {
    how: '50 000 quotations in one another',
    ends: /nested too deeply/,
    make: () => Buffer.from(`${'>'.repeat(50_000)} words`),
  },
  'title-spaces.md': {
    how: 'a title in the front matter with 500 000 spaces between two letters',
    ends: 'a course',
    make: () => Buffer.from(`---\ntitle: a${' '.repeat(500_000)}b\n---\n\n# Heading\n\nWords.\n`),
  },
  'open-titles.html': {
    how: '500 000 beginnings of a title, none of which ends',
    ends: /too large|no text/,
    make: () => Buffer.from('<title'.repeat(500_000)),
  },
  'deep.html': {
    how: '300 000 elements in one another',
    ends: /nested too deeply/,
    make: () => Buffer.from(`<h1>Title</h1>${'<div>'.repeat(300_000)}words`),
  },
  'open-formats.html': {
    how:
      '1 000 different elements of formatting that are never closed, and 20 000 paragraphs, in each of which the ' +
      'parser opens all of them again',
    ends: /nested too deeply/,
    make: () =>
      Buffer.concat([
        numbered(1_000, (n) => `<font color="${n}">`, ''),
        Buffer.from('<p>words</p>'.repeat(20_000)),
      ]),
  },
  'attributes.html': {
    how: 'an element with 200 000 attributes, each of which is compared with all before it',
    ends: /too large/,
    make: () =>
      Buffer.concat([
        Buffer.from('<p '),
        numbered(200_000, (n) => `a${n}=""`, ' '),
        Buffer.from('>words</p>'),
      ]),
  },
  'table-square.html': {
    how: 'a table of 10 000 rows of one cell and a row of 10 000 cells',
    ends: /table that is too large/,
    make: () =>
      Buffer.from(
        `<table>${'<tr><td>x</td></tr>'.repeat(10_000)}<tr>${'<td>x</td>'.repeat(10_000)}</tr></table>`,
      ),
  },
  'spanned-cells.html': {
    how: 'a table whose 2 000 cells each say that they span 1 000 columns and 1 000 rows',
    ends: /table that is too large/,
    make: () =>
      Buffer.from(`<table>${'<tr><td colspan="1000" rowspan="1000">x</td></tr>'.repeat(2_000)}</table>`),
  },
  'commas.csv': {
    how: 'a line of 5 million commas among 100 short ones',
    ends: /table that is too large/,
    make: () => Buffer.from(`${'a,b\n'.repeat(100)}${','.repeat(5_000_000)}\n${'a,b\n'.repeat(100)}`),
  },
  'wide-rows.csv': {
    how: 'blocks of 99 short lines and one of 20 000 cells',
    ends: /table that is too large/,
    make: () => Buffer.from(`${'a,b\n'.repeat(99)}${'x,'.repeat(20_000)}\n`.repeat(10)),
  },
  'open-quotes.csv': {
    how: '50 000 lines that each open a quotation and close none',
    ends: 'a course',
    make: () => Buffer.from('a,"b""c\n'.repeat(50_000)),
  },
  'spaces.csv': {
    how: 'a cell with a million spaces between two letters',
    ends: 'a course',
    make: () => Buffer.from(`name,value\na${' '.repeat(1_000_000)}b,1\n`),
  },
  'spaces.txt': {
    how: 'a paragraph with a million spaces between two words',
    ends: 'a course',
    make: () => Buffer.from(`words${' '.repeat(1_000_000)}words`),
  },
  'paragraphs.txt': {
    how: '10 million empty lines and then a word',
    ends: 'a course',
    make: () => Buffer.from(`${'\n'.repeat(10_000_000)}words`),
  },
}
