import { expect, test } from 'vitest'
import { withoutMarkdown } from '../../src/language/without-markdown.ts'

test.each([
  ['a link', 'See [the plan](https://example.com/a?b=c "Plan"), please', 'See the plan, please'],
  ['a picture', '![A map](/api/v1/files/1/contents)', 'A map'],
  [
    'an address',
    'See <https://example.com> or <ada@example.com>',
    'See https://example.com or ada@example.com',
  ],
  ['emphasis', '**Bold**, _soft_, ***both***, ~~gone~~ and `code`', 'Bold, soft, both, gone and code'],
  [
    'blocks',
    '# Title\n\n> quoted\n\n- [x] done\n* open\n\n```js\nlet a\n```',
    'Title quoted done open let a',
  ],
  ['a table', '| A | B |\n|---|---|\n| 1 | 2 |', 'A B 1 2'],
  ['tags', 'one<br>two <b>three</b><!-- four -->', 'one two three'],
  ['what is escaped', String.raw`\<script> \*not bold\* a\_b`, '<script> *not bold* a_b'],
  ['what is no mark', '2 * 3 < 4 and snake_case @Ada_L', '2 * 3 < 4 and snake_case @Ada_L'],
])('of %s the words are left', (_, markdown, words) => {
  expect(withoutMarkdown(markdown)).toBe(words)
})
