import { expect, test } from 'vitest'
import { queryWords } from '../../src/platform/search/query/query-words.ts'
import { cutSnippet as cut } from '../../src/platform/search/query/snippet.ts'

const cutSnippet = async (text: string, q: string) => (await cut(text, queryWords(q)))?.text ?? null

const long = `${'before '.repeat(50)}the Straße of words ${'after '.repeat(80)}`

test.each([
  ['an empty text', '', 'word', null],
  ['nothing but space', ' \n ', 'word', null],
  ['a text without the word', 'one\n two', 'three', 'one two'],
  ['a short text', 'one two three', 'tw', 'one two three'],
])('returns the snippet of %s', async (_, text, q, snippet) => {
  expect(await cutSnippet(text, q)).toBe(snippet)
})

test.each(['strasse', 'nothing straß'])('cuts a long text around the word of "%s"', async (q) => {
  const snippet = (await cutSnippet(long, q)) as string

  expect(snippet).toMatch(/^… before .* the Straße of words .* …$/)
  expect(snippet.length).toBeLessThan(210)
})

test('cuts a text without spaces around the word', async () => {
  const text = `${'前'.repeat(400)}維基百科${'後'.repeat(400)}`

  const snippet = (await cutSnippet(text, '維基')) as string

  expect(snippet).toMatch(/^… 前+維基百科後+ …$/)
  expect(snippet.length).toBeLessThan(210)
})

test.each(['x', 'word'])('does not cut within a character, for the query %s', async (q) => {
  const snippet = await cutSnippet(`${'😀'.repeat(301)}word${'😀'.repeat(300)}`, q)

  expect(snippet).toMatch(/^(… )?😀+(word😀+)? …$/u)
})

test('takes no longer for a very long text than for its beginning', async () => {
  const bestOf = async (text: string) => {
    const times: number[] = []
    for (let run = 0; run < 3; run += 1) {
      const from = performance.now()
      await cutSnippet(text, 'zebra')
      times.push(performance.now() - from)
    }
    return Math.min(...times)
  }
  const usual = await bestOf('word and '.repeat(1_000))

  expect(await bestOf('word and '.repeat(100_000))).toBeLessThan(usual * 10)
})

/** Returns the texts between the marks. */
const marked = async (text: string, q: string) => {
  const { text: shown = '', marks = [] } = (await cut(text, queryWords(q))) ?? {}
  return marks.map(([from, end]) => shown.slice(from, end))
}

test.each([
  ['another form', 'All printers are grey.', 'printer', ['printers']],
  ['a word behind characters of two units', '😀😀 a Straße', 'strasse', ['Straße']],
  ['the last part of a compound', 'Ein Urlaubsantrag', 'antrag', ['Urlaubsantrag']],
  ['pairs of characters', '維基百科', '基百', ['基百']],
  ['a slip', 'Ask for vacation.', 'vacaton', ['vacation']],
  ['a word far on', `${'before '.repeat(50)}word`, 'word', ['word']],
  ['nothing', 'one two', 'three', []],
  ['soft hyphens within a word', 'A cof\u00ADfee\u00ADpot', 'coffeepot', ['cof\u00ADfee\u00ADpot']],
  ['nothing behind a word', 'a pass\u2060word\u200b here', 'password', ['pass\u2060word']],
  ['a word of a script without spaces', 'พนักงานต้องยื่นใบลาก่อน', 'ใบลา', ['ใบลา']],
  ['a word behind its article', 'هذا والكتاب جديد', 'كتاب', ['والكتاب']],
  ['a name with a sign', 'Our R&D team, AT&T', 'r&d', ['R&D']],
  ['a name with a sign among other letters', 'よくある質問Ｑ＆Ａ集', 'Q&A', ['Ｑ＆Ａ']],
  ['letters of half width', '社内ﾃﾞｰﾀﾍﾞｰｽ', 'データ', ['ﾃﾞｰﾀ']],
  ['a character with its variation', '葛\u{e0100}城市', '葛城', ['葛\u{e0100}城']],
])('marks %s', async (_, text, q, words) => {
  expect(await marked(text, q)).toEqual(words)
})

test.each([
  ['a heading', '# Title\n\nText', 'Title Text'],
  ['emphasis and code', '**bold** _it_ `code` snake_case', 'bold it code snake_case'],
  ['a link and a picture', '[shown](https://x.example) ![alt](a.png) end', 'shown alt end'],
  ['tags', '<a href="x"><img src="y"></a>plain', 'plain'],
  ['a list and a table', '- [x] one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |', 'one two a b 1 2'],
])('shows %s as plain text', async (_, markdown, text) => {
  expect(await cutSnippet(markdown, 'nowhere')).toBe(text)
})

test.each([
  ['a part of a name alone', 'After the post-mortem', 'mortem', ['mortem']],
  ['a whole name', 'After the post-mortem', 'Post-Mortem', ['post-mortem']],
  ['a name that is written as one word', 'After the post-mortem', 'postmortem', ['post-mortem']],
  ['a part of a name in camel case', 'Call readFile here', 'file', ['File']],
  ['a key', 'PP-1 comes before 1', 'PP-1', ['PP-1']],
  ['no number alone of a key', 'PP has 1 task', 'PP-1', ['PP']],
])('marks %s', async (_, text, q, marked) => {
  const snippet = await cut(text, queryWords(q))

  expect(snippet?.marks.map(([from, end]) => text.slice(from, end))).toEqual(marked)
})
