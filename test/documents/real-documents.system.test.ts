import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { outlineDocument, type Outline } from '../../src/documents/outline/outline.ts'
import { courseLimits } from '../../src/lms/limits.ts'

const folder = new URL('../fixtures/documents/', import.meta.url)
const ending = '.yml'

/** Expectations of a person for a document; test/fixtures/documents/README.md describes how each field is compared. */
type Expected = {
  title: string
  language: string
  pictures: number
  chapters: { title: string; sections: string[] }[]
  contains: string[]
  lacks: string[]
  lacks_headings: string[]
}
type Chapter = Outline['chapters'][number]

const code = /^ *(`{3,}|~{3,}).*?^ *\1 *$/gms
const unescape = (markdown: string) => markdown.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')

/** Number after the title of a lesson that is a piece of a long section. */
const pieceNumber = / \(\d+\/\d+\)$/

/** Returns the titles of a chapter's lessons, and the headings in them. */
const headingsOf = ({ lessons }: Chapter): string[] =>
  lessons.flatMap(({ title, content }) => {
    const headings = [...content.replaceAll(code, '').matchAll(/^#{1,6} (.*)$/gm)]
    return [title.replace(pieceNumber, ''), ...headings.map(([, heading = '']) => unescape(heading))]
  })

const isRepeated = (heading: string, at: number, all: string[]) => heading === all[at - 1]

const names = (await readdir(folder)).filter((name) => name.endsWith(ending))

describe.each(names.map((name) => name.slice(0, -ending.length)))('Outline of %s', (name) => {
  let expected: Expected
  let outline: Outline
  let text: string

  beforeAll(async () => {
    expected = parse(await readFile(new URL(name + ending, folder), 'utf8')) as Expected
    outline = await outlineDocument(
      { path: fileURLToPath(new URL(name, folder)), name },
      { limits: courseLimits },
    )
    text = outline.chapters
      .flatMap(({ lessons }) => lessons.map(({ content }) => unescape(content)))
      .join('\n\n')
  })

  test('finds the title, language and pictures', () => {
    const { title, language, images } = outline

    expect({ title, language, pictures: images.length }).toEqual({
      title: expected.title,
      language: expected.language,
      pictures: expected.pictures,
    })
  })

  test('finds the chapters', () => {
    const [first, ...rest] = outline.chapters.map(({ title }) => title)
    const isFrontMatter = first?.startsWith(expected.title) && expected.chapters[0]?.title !== first

    expect(isFrontMatter ? rest : [first, ...rest]).toEqual(expected.chapters.map(({ title }) => title))
  })

  test('finds the sections of each chapter in order', () => {
    const found = expected.chapters.map(({ title, sections }) => {
      const chapter = outline.chapters.find((candidate) => candidate.title === title)
      const headings = chapter ? headingsOf(chapter).filter((heading) => sections.includes(heading)) : []
      return { title, sections: headings.filter((heading, ...where) => !isRepeated(heading, ...where)) }
    })

    expect(found).toEqual(expected.chapters)
  })

  test('keeps the expected text', () => {
    expect(expected.contains.filter((piece) => !text.includes(piece))).toEqual([])
    expect(expected.contains.length).toBeGreaterThan(0)
  })

  test('leaves out text that only paper needs', () => {
    const headings = outline.chapters.flatMap((chapter) => [chapter.title, ...headingsOf(chapter)])
    const everything = [...headings, text].join('\n')

    expect(expected.lacks.filter((piece) => everything.includes(piece))).toEqual([])
    expect(expected.lacks_headings.filter((heading) => headings.includes(heading))).toEqual([])
  })
})
