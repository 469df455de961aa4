import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  courseLessons,
  coursePartition,
  lessonText,
  loadContents,
} from '../../src/lms/course/contents/contents.ts'
import { courses } from '../../src/lms/course/course.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { suggestQuestions } from '../../src/lms/suggestion/endpoints/suggest-questions.ts'
import { removeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { textKeys, toStoreText } from '../../src/platform/table/large-text.ts'
import { transact } from '../../src/platform/table/table.ts'
import { call } from '../support/call.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startProvider, type ScriptedProvider } from '../support/scripted-provider.ts'

let author: SignedIn

beforeEach(async () => {
  author = await signedIn()
})

const question = (fields: object = {}) => ({
  lesson: 1,
  type: 'single',
  prompt: 'What is pressed?',
  options: [
    { id: 'a', text: 'The button' },
    { id: 'b', text: 'The lid' },
  ],
  answer: ['a'],
  feedback: 'The lesson says so.',
  ...fields,
})

const suggest = (as: SignedIn, course: Awaited<ReturnType<typeof givenCourse>>, lesson = 0) =>
  call(suggestQuestions, {
    as,
    params: { id: course.id, lesson_id: course.chapters[0]!.lessons[lesson]!.id },
    body: { count: 2 },
  })

describe('Without a generating model', () => {
  test('returns 409', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one')] })

    const { status, headers } = await suggest(author, course)

    expect([status, headers['x-error-code']]).toEqual([409, 'lms.no_generating_model'])
  })
})

describe('With a generating model', () => {
  let provider: ScriptedProvider

  beforeAll(async () => {
    provider = await startProvider({ is_default: true })
    return () => provider.stop()
  })

  test('returns valid questions with their lessons, and stores nothing', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('Open the lid.', 'Press the button.')] })
    const invalid = [
      question({ answer: ['c'] }),
      question({ lesson: 7 }),
      question({ type: 'essay' }),
      question({ lesson: undefined }),
      question({ lesson: '1' }),
      'What is pressed?',
    ]
    let asked = ''
    provider.answer = ({ body: { messages } }) => {
      asked = JSON.stringify(messages)
      return {
        pieces: [`Here you are: ${JSON.stringify({ questions: [...invalid, question(), question()] })}`],
      }
    }

    const { status, body } = await suggest(author, course)

    const [, second] = course.chapters[0]!.lessons
    expect(status).toBe(200)
    expect(body.items).toHaveLength(2)
    expect(body.items[0]).toEqual({
      question: {
        id: expect.any(String),
        type: 'single',
        prompt: 'What is pressed?',
        options: [
          { id: 'a', text: 'The button' },
          { id: 'b', text: 'The lid' },
        ],
        answer: ['a'],
        feedback: 'The lesson says so.',
        tolerance: null,
        points: 1,
      },
      source: { type: 'lesson', id: second!.id, title: second!.title },
    })
    expect(asked).toContain('Press the button.')
    const again = await made(readCourse, { as: author, params: course })
    expect(again.version).toBe(course.version)
  })

  test('reads the chapter again if a text was replaced meanwhile', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('Open the lid.', 'Press the button.')] })
    const owner = coursePartition(course)
    const [first] = courseLessons(await loadContents(await courses.get({ id: course.id })))
    const place = lessonText(first!)!
    let asked = ''
    provider.answer = ({ body: { messages } }) => {
      asked = JSON.stringify(messages)
      return { pieces: [JSON.stringify({ questions: [question()] })] }
    }

    await removeBatch(textKeys(owner, place))
    const suggesting = suggest(author, course)
    await sleep(200)
    await transact(toStoreText(owner, place.name, 'Open the lid.'))

    expect((await suggesting).status).toBe(200)
    expect(asked).toContain('Open the lid.')
  })

  test('returns 503 for an answer without a valid question', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one')] })
    provider.answer = () => ({ pieces: ['I do not want to.'] })

    expect((await suggest(author, course)).status).toBe(503)
  })

  test('returns 409 for a chapter without texts, and refuses other people', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('')] })

    expect((await suggest(author, course)).status).toBe(409)
    expect((await suggest(await signedIn(), course)).status).toBe(403)
  })
})
