import { beforeAll, describe, expect, test } from 'vitest'
import { createCourseFromFile } from '../../src/lms/endpoints/create-course-from-file.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { call, type AnswerOf } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startProvider, type ScriptedProvider, type WireRequest } from '../support/scripted-provider.ts'
import { settle } from '../support/world.ts'

let provider: ScriptedProvider
let author: SignedIn

beforeAll(async () => {
  provider = await startProvider({ is_default: true })
  author = await signedIn()
  return () => provider.stop()
})

const bytes = `# Bread

## Dough

### Flour

Flour is weighed first, since all else is a share of it.

### Water

Water makes two thirds of the flour's weight.

## Baking

### Heat

The oven is as hot as it gets.
`

const courseOf = async () => {
  const file = await givenFile(author, { name: 'bread.md', bytes, content_type: 'text/markdown' })
  const { body } = await call(createCourseFromFile, { as: author, body: { file_id: file.id } })
  await settle()
  return made(readCourse, { as: author, params: { id: body.id } })
}

interface Shown {
  title: string
  lessons: { title: string }[]
}

/** Returns the part of the course in a request. */
const partOf = ({ body }: WireRequest) => JSON.parse(body.messages.at(-1)?.content ?? '') as Shown

type Course = AnswerOf<typeof readCourse>

const titlesOf = ({ chapters }: Course) =>
  chapters.map(({ title, lessons }) => [title, ...lessons.map((lesson) => lesson.title)])

const plain = [
  ['Dough', 'Flour', 'Water'],
  ['Baking', 'Heat'],
]

describe('A course generated from a file with a configured model', () => {
  test('receives titles and summaries of the model, and keeps its texts and sources', async () => {
    provider.answer = (request) => {
      const { title, lessons } = partOf(request)
      const names = {
        title: `About ${title}`,
        summary: `All of ${title}.`,
        lessons: lessons.map((lesson) => `On ${lesson.title}`),
      }
      return { pieces: ['Here it is:\n```json\n', JSON.stringify(names), '\n```'] }
    }

    const course = await courseOf()

    expect(course.status).toBe('draft')
    expect(titlesOf(course)).toEqual([
      ['About Dough', 'On Flour', 'On Water'],
      ['About Baking', 'On Heat'],
    ])
    expect(course.chapters[0]!.summary).toBe('All of Dough.')
    expect(course.short_description).toBe('All of Bread.')
    expect(course.chapters[0]!.lessons[0]).toMatchObject({
      content: expect.stringContaining('Flour is weighed first'),
      sources: [{ heading: expect.any(String), quote: expect.stringContaining('Flour is weighed first') }],
    })
  })

  test('keeps thoughts of the model out of titles', async () => {
    provider.answer = (request) => {
      const lessons = partOf(request).lessons.map(() => 'Lesson')
      const names = JSON.stringify({ title: 'Named', summary: 'All.', lessons })
      return { pieces: ['<think>Perhaps {"title": "Secret"}?</th', 'ink>', names] }
    }

    const course = await courseOf()

    expect(titlesOf(course).map(([title]) => title)).toEqual(['Named', 'Named'])
  })

  test.each([
    ['talks nonsense', () => ({ pieces: ['I would rather not.'] })],
    ['names too few lessons', () => ({ pieces: ['{"title": "", "summary": "", "lessons": ["One"]}'] })],
    ['fails', () => ({ failure: 500 as const })],
    ['breaks off', () => ({ pieces: ['{"title": ', '"Half"'], failure: 'cut' as const })],
  ])('keeps the titles of the document if the model %s', async (_, answer) => {
    provider.answer = answer

    const course = await courseOf()

    expect(course.status).toBe('draft')
    expect(titlesOf(course).map(([title]) => title)).toEqual(plain.map(([title]) => title))
    expect(titlesOf(course)[0]).toEqual(plain[0])
  })

  test('passes a text that looks like an instruction to the model as data', async () => {
    provider.requests.length = 0
    provider.answer = () => ({ failure: 401 })

    await courseOf()

    const [request] = provider.requests
    expect(request?.body.tools).toBeUndefined()
    expect(request?.body.messages[0]).toMatchObject({
      role: 'system',
      content: expect.stringContaining('data'),
    })
    // after two consecutive failures the model is not called again
    expect(provider.requests.length).toBeLessThanOrEqual(3)
  })

  test('keeps the titles of the document once its author has no tokens left', async () => {
    process.env['LIMIT_TOKENS'] = '1'
    provider.requests.length = 0
    provider.answer = () => ({ pieces: ['{"title": "Named", "summary": "", "lessons": []}'] })
    await courseOf()
    const { length: asked } = provider.requests

    const course = await courseOf()

    delete process.env['LIMIT_TOKENS']
    expect(course.status).toBe('draft')
    expect(titlesOf(course)).toEqual(plain)
    expect(asked).toBeGreaterThan(0)
    expect(provider.requests).toHaveLength(asked)
  })
})
