import { beforeEach, describe, expect, test } from 'vitest'
import { createChat } from '../../src/chats/endpoints/create-chat.ts'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { completeFile } from '../../src/files/endpoints/complete-file.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { createCourseFromFile } from '../../src/lms/endpoints/create-course-from-file.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { restoreEntry } from '../../src/trash/endpoints/restore-entry.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { call, type BodyOf } from '../support/call.ts'
import { givenChat, givenWords } from '../support/given-chat.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenFile, givenUpload } from '../support/given-file.ts'
import { givenGroup, setGroups } from '../support/given-group.ts'
import { givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let owner: SignedIn
let reader: SignedIn
let friend: SignedIn
let stranger: SignedIn
let file: { id: string; name: string }

beforeEach(async () => {
  ;[owner, reader, friend, stranger] = await Promise.all([signedIn(), signedIn(), signedIn(), signedIn()])
  file = await givenFile(owner, { name: 'plan.md', bytes: '# Plan\n\nWords.', grants: [[reader, 'read']] })
})

const endShare = () => made(updateFile, { as: owner, params: { id: file.id }, body: { grants: [] } })

const canRead = async (as: SignedIn, { id }: { id: string } = file) =>
  (await call(readContents, { as, params: { id } })).status === 307

/** Returns, before and after the share ends, whether each person can read the file. */
const aroundTheEnd = async (...people: SignedIn[]) => {
  const read = () => Promise.all(people.map((as) => canRead(as)))
  const before = await read()
  await endShare()
  return [before, await read()]
}

const showing = ({ id }: { id: string }) => `![it](/api/v1/files/${id}/contents)`

const givenTask = async (as: SignedIn, key: string, attachments: string[]) => {
  const project = await made(createProject, { as, body: { name: 'Move', key, visibility: 'internal' } })
  return made(createTask, { as, params: { id: project.id }, body: { title: 'Pack', attachments } })
}

const randomProjectKey = () => `K${Math.random().toString(36).slice(2, 9).toUpperCase()}`

describe('An attachment by a person with read access', () => {
  test('ends with the person’s share: in a chat', async () => {
    await givenWords(reader, await givenChat(reader, [friend]), { attachments: [file.id] })

    expect(await aroundTheEnd(reader, friend, stranger)).toEqual([
      [true, true, false],
      [false, false, false],
    ])
  })

  test('ends with the person’s share: on a task restored from the trash', async () => {
    const { id } = await givenTask(reader, randomProjectKey(), [file.id])
    await call(deleteTask, { as: reader, params: { id } })
    await made(restoreEntry, { as: reader, params: { id }, body: {} })
    await settle()

    expect(await aroundTheEnd(friend)).toEqual([[true], [false]])
  })

  test('ends with the person’s share: on a page revised by anyone, including its links', async () => {
    const picture = await givenFile(owner, { name: 'map.png', content_type: 'image/png', bytes: 'a map' })
    await made(updateFile, {
      as: owner,
      params: { id: picture.id },
      body: { grants: [{ user_id: reader.id, permission: 'read' }] },
    })
    const page = await givenPage(reader, await givenSpace(reader), { content: showing(picture) })
    await givenRevision(owner, page, { content: `Better: ${showing(picture)}` })
    await settle()
    const signed = async () =>
      (await made(readPage, { as: friend, params: { id: page.id }, query: { media: 'signed' } })).content

    const before = [await canRead(friend, picture), await signed()]
    await made(updateFile, { as: owner, params: { id: picture.id }, body: { grants: [] } })

    expect(before).toEqual([true, expect.stringContaining('X-Amz-Signature')])
    expect([await canRead(friend, picture), await signed()]).toEqual([false, `Better: ${showing(picture)}`])
  })

  test('ends with the person’s share: in a course, as its source and in its lessons', async () => {
    const { id } = await made(createCourseFromFile, { as: reader, body: { file_id: file.id } })
    await settle()
    await made(updateCourse, { as: reader, params: { id }, body: { status: 'published' } })
    const other = await givenFile(owner, { grants: [[reader, 'read']] })
    await givenCourse(reader, { chapters: [chapterOf(showing(other))] })
    const otherBefore = await canRead(friend, other)
    await made(updateFile, { as: owner, params: { id: other.id }, body: { grants: [] } })

    expect(await aroundTheEnd(friend)).toEqual([[true], [false]])
    expect([otherBefore, await canRead(friend, other)]).toEqual([true, false])
  })

  test('keeps the name from the time the person could read the file', async () => {
    const { id } = await givenTask(reader, randomProjectKey(), [file.id])
    await endShare()
    await made(updateFile, { as: owner, params: { id: file.id }, body: { name: 'secret.md' } })

    const { attachments } = await made(readTask, { as: friend, params: { id } })

    expect(attachments).toEqual([{ id: file.id, name: 'plan.md', size: 14, content_type: 'text/plain' }])
  })
})

const share = (grants: BodyOf<typeof updateFile>['grants']) =>
  made(updateFile, { as: owner, params: { id: file.id }, body: { grants } })

describe('An attachment by a person with write access', () => {
  test.each<[holder: string, attach: () => Promise<unknown>]>([
    ['chat', async () => givenWords(reader, await givenChat(reader, [friend]), { attachments: [file.id] })],
    ['task', () => givenTask(reader, randomProjectKey(), [file.id])],
    ['page', async () => givenPage(reader, await givenSpace(reader), { content: showing(file) })],
    ['course', () => givenCourse(reader, { chapters: [chapterOf(showing(file))] })],
    [
      'course made from it',
      async () => {
        const { id } = await made(createCourseFromFile, { as: reader, body: { file_id: file.id } })
        await settle()
        await made(updateCourse, { as: reader, params: { id }, body: { status: 'published' } })
      },
    ],
  ])('ends with the person’s share: %s', async (_, attach) => {
    await share([{ user_id: reader.id, permission: 'write' }])
    await attach()

    expect(await aroundTheEnd(reader, friend)).toEqual([
      [true, true],
      [false, false],
    ])
  })

  test('stays while a group of the person may read the file', async () => {
    const group = await givenGroup(reader)
    const grant = { group_id: group.id, permission: 'read' as const }
    await share([{ user_id: reader.id, permission: 'write' }])
    await givenTask(reader, randomProjectKey(), [file.id])

    await share([grant])
    const shared = await canRead(friend)
    await setGroups(reader)

    expect([shared, await canRead(friend)]).toEqual([true, false])
  })

  test('permits further attachments only while the person may write the file', async () => {
    await share([{ user_id: reader.id, permission: 'write' }])
    await givenWords(reader, await givenChat(reader, [friend]), { attachments: [file.id] })
    await givenPage(friend, await givenSpace(friend), { content: showing(file) })

    const before = await canRead(stranger)
    await share([{ user_id: reader.id, permission: 'read' }])

    expect([before, await canRead(friend), await canRead(stranger)]).toEqual([true, true, false])
  })
})

test('an attachment by the administrator role ends with that role', async () => {
  const admin = await signedIn({ role: 'admin' })
  await givenTask(admin, randomProjectKey(), [file.id])

  const before = await canRead(friend)
  const other = await signedIn({ role: 'admin' })
  await made(updateUser, { as: other, params: { id: admin.id }, body: { role: 'user' } })

  expect([before, await canRead(friend)]).toEqual([true, false])
})

describe('A reader of an attached file', () => {
  test('cannot attach the file further if the attaching person may only read it', async () => {
    await givenWords(reader, await givenChat(reader, [friend]), { attachments: [file.id] })
    const chat = await made(createChat, { as: friend, body: { topic: 'On', participants: [stranger.id] } })

    const body = { text: 'Look', attachments: [file.id] }
    const answer = await call(createMessage, { as: friend, params: { id: chat.id }, body })
    await givenPage(friend, await givenSpace(friend), { content: showing(file) })

    expect(answer.status).toBe(422)
    expect(answer.detail).toMatch(/^"attachments\[0\]" .* attached by a person with write permission\.$/)
    expect(await canRead(stranger)).toBe(false)
  })

  test('can attach the file further while a writer’s attachment gives access', async () => {
    const hidden = await givenSpace(owner, {
      visibility: 'private',
      members: [[friend, 'read']],
    })
    const page = await givenPage(owner, hidden, { content: showing(file) })
    await givenPage(friend, await givenSpace(friend), { content: showing(file) })

    const before = [await canRead(friend), await canRead(stranger)]
    await givenRevision(owner, page, { content: 'None.' })

    expect([before, await canRead(friend), await canRead(stranger)]).toEqual([[true, true], false, false])
  })
})

describe('attached_to', () => {
  test('shows the owner the number of attachments and the resources that the owner can see', async () => {
    await givenWords(reader, await givenChat(reader, [friend]), { attachments: [file.id] })
    const task = await givenTask(owner, randomProjectKey(), [file.id])

    const { attached_to } = await made(readFile, { as: owner, params: { id: file.id } })

    expect(attached_to).toEqual({
      count: 2,
      items: [expect.objectContaining({ type: 'task', id: task.id, title: expect.stringContaining('Pack') })],
    })
  })

  test('returns the same value in every response about a file', async () => {
    await givenTask(owner, randomProjectKey(), [file.id])
    const { attached_to: read } = await made(readFile, { as: owner, params: { id: file.id } })

    const completed = await made(completeFile, { as: owner, params: { id: file.id } })
    const changed = await made(updateFile, { as: owner, params: { id: file.id }, body: { name: 'b.txt' } })
    await call(deleteFile, { as: owner, params: { id: file.id } })
    const restored = await made(restoreEntry, { as: owner, params: { id: file.id } })
    const created = (await givenUpload(owner)).file

    expect(read!.count).toBe(1)
    expect([completed, changed, restored].map((one) => 'attached_to' in one && one.attached_to)).toEqual([
      read,
      read,
      read,
    ])
    expect(created.attached_to).toEqual({ count: 0, items: [] })
  })

  test.each<[who: string, as: () => Promise<SignedIn> | SignedIn]>([
    ['who it is shared with', () => reader],
    ['an administrator', () => signedIn({ role: 'admin' })],
  ])('equals null for %s', async (_, as) => {
    await givenTask(owner, randomProjectKey(), [file.id])

    expect((await made(readFile, { as: await as(), params: { id: file.id } })).attached_to).toBeNull()
  })
})
