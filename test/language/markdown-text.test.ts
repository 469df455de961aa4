import { expect, test } from 'vitest'
import { markdownToText } from '../../src/language/markdown-text.ts'

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
  [
    'an address with marks',
    'See https://example.com/a_b*c*d~~e?x=1&y=2 today',
    'See https://example.com/a_b*c*d~~e?x=1&y=2 today',
  ],
  [
    'character references',
    'Fish &amp; chips, 5 &lt; 6, &quot;so&quot; &#x51;uiz',
    'Fish & chips, 5 < 6, "so" Quiz',
  ],
  ['footnotes', 'True[^1] enough.\n\n[^1]: Says Ada.', 'True enough. Says Ada.'],
  ['hard line breaks', 'one\\\ntwo  \nthree', 'one two three'],
  ['definitions', '[The plan][p] holds.\n\n[p]: https://example.com "Plan"', 'The plan holds.'],
  ['code that looks like markup', '`**a** &amp; <b>`', '**a** &amp; <b>'],
  ['numbered lists', '3. three\n4. four', 'three four'],
])('keeps the words of %s', (_, markdown, words) => {
  expect(markdownToText(markdown)).toBe(words)
})
