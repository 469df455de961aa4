import { describe, expect, test } from 'vitest'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { updateChat } from '../../src/chats/endpoints/update-chat.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateLesson } from '../../src/lms/endpoints/update-lesson.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { users } from '../../src/platform/identity/user.ts'
import { givenAssistant } from '../assistants/given.ts'
import { call } from '../support/call.ts'
import { givenChat, givenWords } from '../support/given-chat.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenMessage, givenTicket } from '../support/given-ticket.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenComment, givenProject, givenTask } from '../task/given.ts'
import { newWord } from './given-readers.ts'

const typesFor = async (as: SignedIn, q: string) => {
  const answer = await call(searchEverything, { as, query: { q } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.items.map(({ type }: { type: string }) => type).sort()
}

const changed = async (...[endpoint, options]: Parameters<typeof call>) => {
  const answer = await call(endpoint, options)
  expect(answer.status, answer.text).toBeLessThan(300)
  await settle()
}

describe('GET /search after a change', () => {
  test('finds earlier messages for a person who joins a chat, and nothing once they have left', async () => {
    const [owner, friend] = [await signedIn(), await signedIn()]
    const word = newWord()
    const chat = await givenChat(owner, [], { topic: word })
    await givenWords(owner, chat, `We need ${word}`)
    await settle()
    const params = { id: chat.id }

    const alone = await typesFor(friend, word)
    await changed(updateChat, { as: owner, params, body: { participants: [friend.id] } })
    const joined = await Promise.all([owner, friend].map((as) => typesFor(as, word)))
    await changed(updateChat, { as: owner, params, body: { participants: [] } })
    const left = await Promise.all([owner, friend].map((as) => typesFor(as, word)))

    const both = ['chat', 'chat_message']
    expect([alone, joined, left]).toEqual([[], [both, both], [both, []]])
  })

  test('follows the visibility of an assistant that becomes public and private again', async () => {
    const [owner, stranger] = [await signedIn(), await signedIn()]
    const word = newWord()
    const { id } = await givenAssistant(owner, { description: word })
    const update = (visibility: string) =>
      changed(updateAssistant, { as: owner, params: { id }, body: { visibility } })

    await update('public')
    const open = await typesFor(stranger, word)
    await update('private')

    expect(open).toEqual(['assistant'])
    expect(await Promise.all([owner, stranger].map((as) => typesFor(as, word)))).toEqual([['assistant'], []])
  })

  test('follows a lesson that changes, is removed, and is deleted with its course', async () => {
    const author = await signedIn()
    const [first, second, third] = [newWord(), newWord(), newWord()]
    const course = await givenCourse(author, { chapters: [chapterOf(first, second)] })
    await settle()
    const [chapter] = course.chapters
    const params = { id: course.id, lesson_id: chapter!.lessons[0]!.id }
    const found = () => Promise.all([first, second, third].map((word) => typesFor(author, word)))

    const before = await found()
    await changed(updateLesson, { as: author, params, body: { content: third } })
    const reworded = await found()
    const chapters = [
      { ...chapter, lessons: [{ id: chapter!.lessons[1]!.id, title: 'Second', content: second }] },
    ]
    await changed(updateCourse, { as: author, params: { id: course.id }, body: { chapters } })
    const shorter = await found()
    await changed(deleteCourse, { as: author, params: { id: course.id } })

    const both = ['course', 'lesson']
    expect([before, reworded, shorter]).toEqual([
      [both, both, []],
      [[], both, both],
      [[], both, []],
    ])
    expect(await found()).toEqual([[], [], []])
  })

  test('finds tasks by the new key of their project', async () => {
    const owner = await signedIn()
    const project = await givenProject(owner)
    const task = await givenTask(owner, project, { title: 'Renamed' })
    await settle()
    const key = `K${newWord().slice(1, 9).toUpperCase()}`
    await changed(updateProject, { as: owner, params: { id: project.id }, body: { key } })

    const { body } = await call(searchEverything, {
      as: owner,
      query: { q: `${key}-${task.number}`, limit: 1 },
    })

    expect(body.items).toMatchObject([{ id: task.id, title: `${key}-1 Renamed` }])
  })

  test('follows a task that changes, and hides its comments when it is deleted', async () => {
    const owner = await signedIn()
    const word = newWord()
    const task = await givenTask(owner, await givenProject(owner), { title: 'Old' })
    await givenComment(owner, task, { text: word })
    const params = { id: task.id }

    await changed(updateTask, { as: owner, params, body: { description: `Now ${word}` } })
    const before = await typesFor(owner, word)
    await changed(deleteTask, { as: owner, params })

    expect(before).toEqual(['task', 'task_comment'])
    expect(await typesFor(owner, word)).toEqual([])
  })

  test('finds only their own tickets for a former agent, from the next request on', async () => {
    const [agent, requester] = [await signedIn({ role: 'support_agent' }), await signedIn()]
    const word = newWord()
    await givenTicket(agent, { subject: word })
    const ticket = await givenTicket(requester, { subject: word })
    await givenMessage(agent, ticket, { text: word, is_internal: true })
    await settle()
    const before = await typesFor(agent, word)

    await users.update(await users.get({ id: agent.id }), { role: 'user' })

    expect(before).toEqual(['ticket', 'ticket', 'ticket_message'])
    expect(await typesFor(agent, word)).toEqual(['ticket'])
  })
})
