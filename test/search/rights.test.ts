import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenDesk, givenMessage, givenTicket } from '../support/given-ticket.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { ask } from './given-library.ts'

/** Returns a word that no other test has. */
const newWord = () => `w${randomUUID().replaceAll('-', '').slice(0, 16)}`

const people = () => Promise.all([signedIn(), signedIn(), signedIn(), signedIn({ role: 'admin' })])

const textsFor = async (as: SignedIn, question: string) =>
  (await ask(as, question)).map(({ type, text }) => `${type}: ${text}`)

describe('findPassages', () => {
  test('returns passages of a private space only to its current members', async () => {
    const [owner, member, outsider, admin] = await people()
    const word = newWord()
    const space = await givenSpace(owner, { visibility: 'private', members: [[member, 'read']] })
    await givenPage(owner, space, { title: 'Secret', content: `The ${word} is under the mat.` })
    await settle()
    const question = `Where is the ${word}?`

    const answers = await Promise.all([owner, member, outsider, admin].map((as) => textsFor(as, question)))
    await call(updateSpace, { as: owner, params: { id: space.id }, body: { members: [] } })
    const later = await textsFor(member, question)

    const whole = [`wiki_page: The ${word} is under the mat.`]
    expect(answers).toEqual([whole, whole, [], whole])
    expect(later).toEqual([])
  })

  test('returns nothing from places that another person gave to an assistant', async () => {
    const [owner, , outsider] = await people()
    const space = await givenSpace(owner, { visibility: 'private' })
    const page = await givenPage(owner, space, { title: 'Secret', content: 'Under the mat.' })
    const course = await givenCourse(owner, { status: 'draft', short_description: 'Hidden' })
    const file = await givenFile(owner, { name: 'hidden.txt' })
    await settle()
    const refs = [
      { type: 'wiki_space', id: space.id },
      { type: 'wiki_page', id: page.id },
      { type: 'course', id: course.id },
      { type: 'file', id: file.id },
      { type: 'wiki_page', id: 'none' },
    ] as const

    const [own, theirs] = await Promise.all(
      [owner, outsider].map((as) => ask(as, 'What is this?', [...refs])),
    )

    expect(own?.map(({ type }) => type).sort()).toEqual(['course', 'file', 'wiki_page'])
    expect(theirs).toEqual([])
  })

  test('returns lessons of a course, and those of a draft only to its author', async () => {
    const [author, other] = await people()
    const word = newWord()
    const lessons = [chapterOf('Nothing yet.', `A ${word} is pressed twice.`)]
    await givenCourse(author, { title: `About ${word}`, status: 'draft', chapters: lessons })
    await settle()

    const [own, theirs] = await Promise.all([author, other].map((as) => ask(as, `How is a ${word} pressed?`)))

    expect(own?.[0]).toMatchObject({ type: 'course', title: `About ${word}` })
    expect(own?.map(({ text }) => text).join('\n')).toContain('is pressed twice')
    expect(theirs).toEqual([])
  })

  test('returns passages of a private project only to its members', async () => {
    const [owner, guest, outsider] = await people()
    const word = newWord()
    const project = await givenProject(owner, { visibility: 'private', members: [[guest, 'guest']] })
    const task = await givenTask(owner, project, { title: 'Oil it', description: `The ${word} squeaks.` })
    await settle()

    const answers = await Promise.all([guest, outsider].map((as) => ask(as, `Why does the ${word} squeak?`)))

    expect(answers[0]).toEqual([
      {
        type: 'task',
        id: task.id,
        title: `${task.key} Oil it`,
        url: `http://127.0.0.1:3000/view/task/${task.id}`,
        api_url: `http://127.0.0.1:3000/api/v1/task/tasks/${task.id}`,
        text: `The ${word} squeaks.`,
        headings: [],
      },
    ])
    expect(answers[1]).toEqual([])
  })

  test("returns the asker's own tickets, and no internal messages", async () => {
    const { requester, agent } = await givenDesk()
    const other = await signedIn()
    const word = newWord()
    const ticket = await givenTicket(requester, { subject: `My ${word}`, description: 'It smokes.' })
    await givenMessage(agent, ticket, { text: `Unplug the ${word}, please.` })
    await givenMessage(agent, ticket, { text: `This ${word} was recalled.`, is_internal: true })
    await settle()
    const question = `What about the ${word}?`

    const answers = await Promise.all([requester, agent, other].map((as) => textsFor(as, question)))

    const [own, desk, others] = answers.map((texts) => texts.join('\n'))
    expect(own).toContain('Unplug the')
    expect(own).not.toContain('recalled')
    expect(desk).toContain('Unplug the')
    // the requester may take part in the chat in which an agent asks
    expect(desk).not.toContain('recalled')
    expect(others).toBe('')
  })

  test('returns files shared with the asker', async () => {
    const [owner, friend, stranger] = await people()
    const word = newWord()
    const file = await givenFile(owner, { name: `${word}.txt`, grants: [[friend, 'read']] })
    await settle()

    const answers = await Promise.all([friend, stranger].map((as) => ask(as, `Where is ${word}?`)))

    expect(answers.map((passages) => passages.map(({ id, text }) => [id, text]))).toEqual([
      [[file.id, 'hello']],
      [],
    ])
  })

  test('finds readable pages although many unreadable ones have the word', async () => {
    const [owner, reader] = await people()
    const word = newWord()
    const open = await givenSpace(owner)
    await givenPage(owner, open, { title: 'Public', content: `The ${word} is blue.` })
    const hidden = await givenSpace(owner, { visibility: 'private' })
    for (let n = 0; n < 65; n += 1) await givenPage(owner, hidden, { title: `${word} ${n}` })
    await settle()

    const texts = await textsFor(reader, `Which colour has the ${word}?`)

    expect(texts).toEqual([`wiki_page: The ${word} is blue.`])
  })
})
