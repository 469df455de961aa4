import { removeContents, findContents } from '../../src/documents/readers/pdf/layout/contents.ts'
import { analyzeQuestion } from '../../src/models/extractive/question.ts'
import { toPlainText, quoteMarkdown } from '../../src/models/extractive/markdown.ts'
import { splitUnits } from '../../src/models/extractive/units.ts'
import { allowAddresses, findBareAddresses } from '../../src/chats/replies/sources/addresses.ts'
import { findJoinedNames } from '../../src/search/ranked-chunks.ts'

/** Repeats a text to 100,000 characters, and ends it so that no expression matches. */
const long = (text: string, end = 'x') => text.repeat(100_000 / text.length) + end

const texts = [
  long('# ', '#x'),
  `# ${long(' ')}`,
  `# ${long(' #')}`,
  long('~', '`'),
  long('* '),
  long('`a``b```c'),
  long('`', 'a'),
  long('**a **b '),
  long('__a'),
  long('*a_'),
  `*a${long(' ')}*`,
  long('!['),
  long('![a]('),
  long('[a]((x)(x'),
  `[a](${long('(x)')}`,
  long('[a]['),
  `[${long(' ')}`,
  long('<a '),
  long('<!--'),
  long('<a b=">'),
  long(' … '),
  `…${long(' ')}\n`,
  long('…'),
  long('… \n'),
  long(' '),
  long('\n'),
  long('\n '),
  long('1 '),
  long('1'),
  long('e.g. '),
  long('```\n'),
  long('```\n\n~~~\n'),
  `\`\`\`\n${long('\n')}`,
  long('>\n'),
  long('- a\n'),
  long('|a|b|\n'),
  ...['-', '|-', ':-', ' -'].map((mark) => `a|b\n${long(mark)}`),
  long('a\n\n'),
  long('x'),
  long('漢'),
  `//a${long('.')}`,
]

const questions = ['a', '!', 'a-', 'a_b ', 'aaa.', 'E07 ', 'How aB'].map((text) => long(text))

/** An entry of an index, where each dot may end one number or begin the next. */
const index = [...Array.from({ length: 12 }, () => 'Index'), ' 1f.'.repeat(60) + 'x']

for (const text of texts) {
  splitUnits({ text } as Parameters<typeof splitUnits>[0])
  toPlainText(text)
  quoteMarkdown(text)
  findJoinedNames(text)
  findBareAddresses(text)
  allowAddresses([{ given: [text], written: [] }]).isLink('https://example.com')
}
for (const question of questions) analyzeQuestion(question, [])
const lines = index.map((text) => ({ text, linkedShare: 0 })) as Parameters<typeof findContents>[0]
const rows = lines.map((line) => ({ line }))
removeContents(rows, [1, ...rows.slice(1).map(() => 0)], findContents(lines))
process.stdout.write(`${texts.length + questions.length} texts`)
