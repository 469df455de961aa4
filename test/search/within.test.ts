import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { KnowledgeRef } from '../../src/assistants/assistant/knowledge-ref.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { ask, titlesOf } from './given-library.ts'

const word = `w${randomUUID().replaceAll('-', '').slice(0, 16)}`

const filler = 'Nothing of note happened on that day, and on the next one neither.\n\n'.repeat(60)

let as: SignedIn
const refs: Record<string, KnowledgeRef> = {}

const refTo = (name: string) => refs[name] as KnowledgeRef

beforeAll(async () => {
  as = await signedIn()
  const [space, other] = [await givenSpace(as), await givenSpace(as)]
  const page = (place: { id: string }, title: string, fields: object = {}) =>
    givenPage(as, place, { title, content: `Here the ${word} is ${title.toLowerCase()}.`, ...fields })
  const top = await page(space, 'Top')
  const middle = await page(space, 'Middle', { under: top })
  const bottom = await page(space, 'Bottom', { under: middle })
  await page(space, 'Deepest', { under: bottom })
  await page(space, 'Beside')
  await page(other, 'Elsewhere')
  const long = await page(other, 'Diary', {
    content: `${filler}\n\n## Tuesday\n\nA ${word}2 came by.\n\n${filler}`,
  })
  const course = await givenCourse(as, {
    title: 'Course',
    chapters: [chapterOf(`The ${word} of the course.`)],
  })
  await givenCourse(as, { title: 'Other course', chapters: [chapterOf(`The ${word} of another one.`)] })
  Object.assign(refs, {
    space: { type: 'wiki_space', id: space.id },
    top: { type: 'wiki_page', id: top.id },
    middle: { type: 'wiki_page', id: middle.id },
    long: { type: 'wiki_page', id: long.id },
    course: { type: 'course', id: course.id },
  })
  await settle()
})

describe('findPassages within given places', () => {
  test.each([
    ['space', ['Beside', 'Bottom', 'Deepest', 'Middle', 'Top']],
    ['top', ['Bottom', 'Deepest', 'Middle', 'Top']],
    ['middle', ['Bottom', 'Deepest', 'Middle']],
    ['course', ['Course']],
  ])('searches only the %s', async (name, expected) => {
    const passages = await ask(as, `Where is the ${word}?`, [refTo(name)])

    expect(titlesOf(passages).sort()).toEqual(expected)
  })

  test('searches all of the places', async () => {
    const passages = await ask(as, `Where is the ${word}?`, [refTo('middle'), refTo('course')])

    expect(titlesOf(passages).sort()).toEqual(['Bottom', 'Course', 'Deepest', 'Middle'])
  })

  test('finds text far down in a given page', async () => {
    const [first] = await ask(as, `When did the ${word}2 come by?`, [refTo('long')])

    expect(first?.text.startsWith(`## Tuesday\n\nA ${word}2 came by.`), first?.text).toBe(true)
  })

  test.each(['What does this page say?', 'Was steht auf dieser Seite?', 'What is it?', 'Расскажи о квантах'])(
    'returns the beginning of a page for "%s"',
    async (question) => {
      const [first] = await ask(as, question, [refTo('long')])

      expect(first).toMatchObject({ title: 'Diary', text: expect.stringMatching(/^Nothing of note/) })
    },
  )
})
