import { describe, expect, test } from 'vitest'
import { docxOf, lessonsOf, odtOf, outlineOf, pptxOf } from '../support/given-document.ts'

const contentsOf = async (name: string, content: string | Uint8Array) =>
  (await lessonsOf(name, content)).map(({ content }) => content)

const linksOf = async (name: string, content: string | Uint8Array) =>
  (await contentsOf(name, content)).flatMap((text) => text.match(/\[[^\]]*\]\([^)]*\)/g) ?? [])

const text = 'There are words enough here to be read for a while, so that it is a lesson.'

const docx = (...paragraphs: string[]) =>
  docxOf(paragraphs.map((paragraph) => `<w:p>${paragraph}</w:p>`).join(''))
const outlineLevel = (level: number) => `<w:pPr><w:outlineLvl w:val="${level}"/></w:pPr>`
const run = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`
const field = (instruction: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

const report = (link: string) =>
  docx(
    outlineLevel(0) + run('Safety'),
    outlineLevel(1) + run('Doors'),
    run(`${text} See `) + link,
    `${outlineLevel(1)}<w:bookmarkStart w:id="1" w:name="_Ref7"/>${run('Yard')}<w:bookmarkEnd w:id="1"/>`,
    run(text),
  )

const odtHeading = (level: number, words: string) => `<text:h text:outline-level="${level}">${words}</text:h>`
const odtReport = (link: string) =>
  odtOf(
    odtHeading(1, 'Safety') +
      odtHeading(2, 'Doors') +
      `<text:p>${text} See ${link}</text:p>` +
      odtHeading(2, '<text:bookmark-start text:name="yard"/>Yard<text:bookmark-end text:name="yard"/>') +
      `<text:p>${text}</text:p>`,
  )

const page = (link: string, place: string) =>
  `<title>Safety</title><h1>Exits</h1><h2>Doors</h2><p>${text} See ${link}.</p>` +
  `${place}<p>${text}</p><h1>End</h1><p>${text}`

describe('Links within a document', () => {
  test.each([
    [
      'a heading of Markdown',
      'a.md',
      `# Exits\n\n## Doors\n\n${text} See [it](#the-yard-2).\n\n## The yard (2)\n\n${text}`,
    ],
    ['one of two headings of the same words', 'b.md', `# A\n\n## X\n\n${text} [it](#x-1)\n\n## X\n\n${text}`],
    [
      'an anchor in Markdown',
      'c.md',
      `# A\n\n## X\n\n${text} [it](#yard)\n\n<a name="yard"></a>\n## Y\n\n${text}`,
    ],
    ['a heading of a page', 'a.html', page('<a href="#yard">it</a>', '<h2 id="yard">Yard</h2>')],
    [
      'a section of a page',
      'b.html',
      page('<a href="#yard">it</a>', '<section id="yard"><h2>Yard</h2></section>'),
    ],
    [
      'a named anchor of a page',
      'c.html',
      page('<a href="#yard">it</a>', '<h2><a name="yard"></a>Yard</h2>'),
    ],
    ['a bookmark of docx', 'a.docx', report(`<w:hyperlink w:anchor="_Ref7">${run('it')}</w:hyperlink>`)],
    ['a cross-reference of docx', 'b.docx', report(field(' REF _Ref7 \\h ', 'it'))],
    [
      'a simple field of docx',
      'c.docx',
      report(`<w:fldSimple w:instr="REF _Ref7 \\h">${run('it')}</w:fldSimple>`),
    ],
    ['a link of docx that is a field', 'd.docx', report(field(' HYPERLINK \\l "_Ref7" ', 'it'))],
    ['a bookmark of odt', 'a.odt', odtReport('<text:a xlink:href="#yard">it</text:a>')],
    ['a heading of odt', 'b.odt', odtReport('<text:a xlink:href="#1.2.Yard|outline">it</text:a>')],
    [
      'a reference of odt',
      'c.odt',
      odtReport('<text:bookmark-ref text:ref-name="yard">it</text:bookmark-ref>'),
    ],
  ])('resolves a link: %s', async (_, name, content) => {
    expect(await linksOf(name, content)).toEqual(['[it](lesson:1)'])
  })

  test('resolves a link to a heading within a lesson by its words', async () => {
    const small = Array.from({ length: 40 }, (_, n) => `## Entry ${n}\n\n${'word '.repeat(100)}`).join('\n\n')

    const links = await linksOf('d.md', `# A\n\n${text} [it](#entry-2)\n\n${small}\n\n# B\n\n${small}`)

    expect(links).toEqual(['[it](lesson:0#entry-2)'])
  })

  test('resolves a link to a chapter to its first lesson', async () => {
    expect(await linksOf('e.md', `# A\n\n## X\n\n${text} [it](#b)\n\n# B\n\n## Y\n\n${text}`)).toEqual([
      '[it](lesson:1)',
    ])
  })

  test('resolves a link to a slide', async () => {
    const link =
      '<a:r><a:rPr><a:hlinkClick r:id="r2" action="ppaction://hlinksldjump"/></a:rPr><a:t>it</a:t></a:r>'
    const slides = [
      { title: 'One', paragraph: `<a:r><a:t>${text} </a:t></a:r>${link}` },
      { title: 'Two', paragraph: `<a:r><a:t>${text}</a:t></a:r>` },
    ]

    expect(await linksOf('a.pptx', pptxOf(slides))).toEqual(['[it](lesson:1)'])
  })
})

test.each([
  ['nothing', 'n.md', `# A\n\n${text} See [it](#nowhere).`],
  ['a place that no lesson has', 'p.md', `# A\n\n${text} See [it](place:7).`],
  ['a lesson that it cannot know', 'l.md', `# A\n\n${text} See [it](lesson:7).`],
  ['another file', 'f.md', `# A\n\n${text} See [it](Other.md#x).`],
])('replaces a link to %s with its text', async (_, name, content) => {
  const [lesson] = await contentsOf(name, content)

  expect(lesson).toBe(`${text} See it.`)
})

test('leaves out a table of contents, and uses a heading above it at the start as the title', async () => {
  const contents = ['a', 'b', 'c', 'd'].map((name) => `- [${name}](#${name})`).join('\n')
  const sections = ['a', 'b', 'c', 'd'].map((name) => `## ${name}\n\n${text}`).join('\n\n')

  const { title, chapters } = await outlineOf('contents.md', `## Manual\n\n${contents}\n\n${sections}`)

  const lessons = chapters.flatMap(({ lessons }) => lessons)
  expect(title).toBe('Manual')
  expect(lessons.map(({ title, content }) => [title, content])).toEqual(
    ['a', 'b', 'c', 'd'].map((name) => [name, text]),
  )
})
