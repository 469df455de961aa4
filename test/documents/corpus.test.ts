import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { outlineDocument, type Outline } from '../../src/documents/outline/outline.ts'
import { courseLimits } from '../../src/lms/limits.ts'

const corpus = new URL('../lms/corpus/', import.meta.url)

/** Expected titles and number of images of a document, and words that its lessons must contain. */
type Expected = {
  title: string
  language: string
  images: number
  chapters: { title: string; lessons: string[] }[]
  contains: string[]
}

const read = (name: string) =>
  outlineDocument({ path: fileURLToPath(new URL(name, corpus)), name }, { limits: courseLimits })

const shape = ({ title, language, images, chapters }: Outline) => ({
  title,
  language,
  images: images.length,
  chapters: chapters.map(({ title, lessons }) => ({ title, lessons: lessons.map(({ title }) => title) })),
})

const names = (await readdir(corpus)).filter((name) => !name.endsWith('.json')).toSorted()

describe('Corpus of documents', () => {
  test('contains documents of every kind', () => {
    const kinds = new Set(names.map((name) => name.split('.').pop()))

    expect(names.length).toBeGreaterThanOrEqual(20)
    expect(kinds).toEqual(
      new Set(['csv', 'docx', 'html', 'md', 'odp', 'ods', 'odt', 'pdf', 'pptx', 'txt', 'xlsx']),
    )
  })

  test.each(names)('%s has the expected outline', async (name) => {
    const { contains, ...expected } = JSON.parse(
      await readFile(new URL(`${name}.json`, corpus), 'utf8'),
    ) as Expected

    const outline = await read(name)

    expect(shape(outline)).toEqual(expected)
    const text = outline.chapters.flatMap(({ lessons }) => lessons.map(({ content }) => content)).join('\n\n')
    for (const fragment of contains) expect(text).toContain(fragment)
    expect(contains.length).toBeGreaterThan(0)
  })

  test.each(names)('%s stays within the limits of a course', async (name) => {
    const { chapters, images } = await read(name)

    const lessons = chapters.flatMap(({ lessons }) => lessons)
    expect(chapters.length).toBeLessThanOrEqual(50)
    expect(lessons.length).toBeLessThanOrEqual(300)
    for (const { title, content, duration_minutes, sources } of lessons) {
      expect(title.length).toBeGreaterThan(0)
      expect(title.length).toBeLessThanOrEqual(255)
      expect(content.length).toBeLessThanOrEqual(100_000)
      expect(duration_minutes).toBeGreaterThanOrEqual(1)
      expect(sources.length).toBeGreaterThanOrEqual(1)
      expect(sources.length).toBeLessThanOrEqual(10)
      expect(content).not.toMatch(/<script|javascript:|alert\(/)
      for (const [, at] of content.matchAll(/\]\(image:(\d+)\)/g)) expect(images[Number(at)]).toBeDefined()
    }
  })

  test('a lesson names its page or slide, heading and quote as its source', async () => {
    const { chapters } = await read('training.pptx')

    expect(chapters[0]?.lessons.map(({ sources }) => sources[0]?.page)).toEqual([1, 3, 5])
    expect(chapters[1]?.lessons[0]?.sources).toEqual([
      {
        page: 7,
        heading: 'The gauge',
        quote: 'The gauge by the mill is read at six in the morning and again at dusk.',
      },
    ])
  })

  test('a lesson does not contain the text below the heading of its chapter', async () => {
    const { chapters } = await read('image-inside.docx')

    const [introduction, doors] = chapters[0]?.lessons ?? []
    expect(introduction).toMatchObject({
      title: 'Leaving the building',
      sources: [{ heading: 'Leaving the building' }],
    })
    expect(introduction?.content).toBe(
      'When the bell rings, everybody leaves the building by the nearest door and waits in the yard.',
    )
    expect(doors).toMatchObject({ title: 'The doors', sources: [{ heading: 'The doors' }] })
    expect(doors?.content).not.toContain('When the bell rings')
  })

  test('a lesson of several sections keeps their headings, and names each as a source', async () => {
    const { chapters } = await read('handbook.md')

    const lesson = chapters[0]?.lessons[0]
    expect(lesson?.title).toBe('Watching – The gauge')
    expect(lesson?.content).toMatch(/^## Watching\n\n[^#]+\n\n### The gauge\n/)
    expect(lesson?.sources.map(({ heading }) => heading)).toEqual(['Watching', 'The gauge'])
  })
})
