import { beforeAll, describe, expect, test } from 'vitest'
import { updateLesson } from '../../src/lms/endpoints/update-lesson.ts'
import { findPrincipal } from '../../src/platform/identity/principals.ts'
import { findPassagesFor } from '../../src/search/conversation.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { givenQuizCourse } from '../support/given-quiz.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const questions = [
  {
    type: 'single' as const,
    prompt: 'Which extinguisher suits a burning magnesium lathe?',
    options: [
      { id: 'sand', text: 'Vermiculite' },
      { id: 'water', text: 'Seltzer' },
    ],
    answer: ['sand'],
    feedback: 'Hydrogen would detonate.',
  },
  { type: 'text' as const, prompt: 'Who is the marshal?', answer: ['Bartholomew'] },
]

let [author, reader] = [] as unknown as [SignedIn, SignedIn]
let course: Awaited<ReturnType<typeof givenQuizCourse>>

beforeAll(async () => {
  ;[author, reader] = await Promise.all([signedIn(), signedIn()])
  course = await givenQuizCourse(author, [], { questions })
  await settle()
})

const titlesOf = async (q: string, as = reader) =>
  (await made(searchEverything, { as, query: { q } })).items.map(({ type, title }) => [type, title])

describe('Search for the words of a quiz', () => {
  test('finds the lesson by each prompt', async () => {
    const found = await Promise.all(['magnesium lathe', 'marshal'].map((q) => titlesOf(q)))

    expect(found).toEqual([[['lesson', 'A quiz']], [['lesson', 'A quiz']]])
  })

  test.each([
    ['an accepted text', 'Bartholomew'],
    ['the right option', 'Vermiculite'],
    ['another option', 'Seltzer'],
    ['feedback', 'detonate'],
  ])('does not find %s, not even for the author', async (_, word) => {
    expect([await titlesOf(word), await titlesOf(word, author)]).toEqual([[], []])
  })

  test('follows a change of a prompt', async () => {
    const { id, lesson_id } = await givenQuizCourse(author, [], { questions })
    await settle()
    const quiz = { questions: [{ ...questions[1]!, prompt: 'Who inspects the sprinklers?' }] }
    await made(updateLesson, { as: author, params: { id, lesson_id }, body: { title: 'Changed', quiz } })
    await settle()

    const found = await Promise.all(['sprinklers', 'lathe'].map((q) => titlesOf(q)))

    expect(found).toEqual([[['lesson', 'Changed']], [['lesson', 'A quiz']]])
  })

  test('gives assistants no prompt as a passage', async () => {
    const principal = (await findPrincipal(reader.id))!
    const knowledge = [{ type: 'course' as const, id: course.id }]

    const [prompt, text] = await Promise.all(
      [questions[0]!.prompt, 'What do I lock?'].map((question) =>
        findPassagesFor(principal, [question], knowledge),
      ),
    )

    expect(JSON.stringify(prompt)).not.toContain('magnesium')
    expect(JSON.stringify(text)).toContain('Lock it.')
  })
})
