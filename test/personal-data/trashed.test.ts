import { beforeAll, describe, expect, test } from 'vitest'
import { deleteAssistant } from '../../src/assistants/endpoints/delete-assistant.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { finishErasure, finishRename, startErasure } from '../jobs/given.ts'
import { givenAssistant } from '../support/given-chat.ts'
import { chapterOf, enroll, givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { deleted, restore, trashOf } from '../trash/given.ts'
import { itemsWith, jobOf, rename } from './given.ts'

let admin: SignedIn
let other: SignedIn
let successor: SignedIn

beforeAll(async () => {
  ;[admin, other, successor] = await Promise.all([
    signedIn({ role: 'admin' }),
    signedIn({ name: 'Olga Other' }),
    signedIn({ name: 'Sam Successor' }),
  ])
})

const heir = () => ({ id: successor.id, name: successor.name })

/** Creates resources that others have deleted and that involve a person. */
const givenTrash = async (person: SignedIn) => {
  const members = <R>(right: R): [SignedIn, R][] => [[person, right]]
  const space = await givenSpace(other, { visibility: 'private', members: members('admin') })
  const parent = await givenPage(person, space)
  await givenPage(person, space, { parent_id: parent.id })
  const place = await givenSpace(other)
  const page = await givenPage(person, place)
  const below = await givenPage(person, place, { parent_id: page.id })
  const project = await givenProject(other, { visibility: 'private', members: members('member') })
  const within = await givenTask(other, project, { assignee_ids: [person.id, other.id] })
  const [open, done] = await Promise.all(
    ['todo', 'done'].map(async (status) =>
      givenTask(other, await givenProject(other), { status, assignee_ids: [person.id] }),
    ),
  )
  const course = await givenCourse(other, { status: 'published', chapters: [chapterOf('Words.')] })
  await enroll(person, course)
  const file = await givenFile(other, { grants: members('read') })
  const assistant = await givenAssistant(other, { model_id: 'extractive' })
  const grants = [{ user_id: person.id, permission: 'view' as const }]
  await made(updateAssistant, { as: other, params: { id: assistant.id }, body: { grants } })
  await settle()
  const trash = [
    [deleteSpace, other, space],
    [deletePage, other, page, { recursive: true }],
    [deleteProject, admin, project],
    [deleteTask, other, open],
    [deleteTask, other, done],
    [deleteCourse, other, course],
    [deleteFile, other, file],
    [deleteAssistant, other, assistant],
  ] as const
  for (const [handler, as, thing, query] of trash)
    expect((await deleted(handler, as, thing!, query)).status).toBe(204)
  await settle()
  return { space, page, below, project, within, open, done, course, file, assistant }
}

const restored = async (thing: { id: string }, as = other) => {
  const { status, body } = await restore(as, thing)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('Trash after the erasure of a person', () => {
  test('restores resources without the person', async () => {
    const person = await signedIn({ name: 'Quillon Ashgrove' })
    const given = await givenTrash(person)

    await finishErasure((await startErasure(admin, person, successor)).body)
    expect(await itemsWith(['quillon', 'ashgrove'])).toEqual([])
    const [space, page, project, open, done, course, file, assistant] = [
      await restored(given.space),
      await restored(given.page),
      await restored(given.project),
      await restored(given.open!),
      await restored(given.done!),
      await restored(given.course),
      await restored(given.file),
      await restored(given.assistant),
    ]
    await settle()

    const former = { id: person.id, name: 'Former colleague' }
    const below = await made(readPage, { as: other, params: { id: given.below.id } })
    const within = await made(readTask, { as: other, params: { id: given.within.id } })
    expect(space.members).toEqual([])
    expect([page.author, below.author]).toEqual([former, former])
    expect(project.members).toEqual([])
    expect(within.assignee_ids).toEqual([other.id])
    expect(open.assignees).toEqual([heir()])
    expect(done.assignees).toEqual([former])
    expect(course.enrollment_count).toBe(0)
    expect(file.grants).toEqual([])
    expect(assistant.grants).toEqual([])
    // nothing is shared with them again, or theirs, except completed tasks
    const left = await itemsWith([`"pk":"user#${person.id}"`, `"gsi1pk":"user#${person.id}`])
    expect(left.toSorted()).toEqual([`user#${person.id} task#${given.done!.id}`, `user#${person.id} user`])
  })

  test('contains their shared resources for the successor, but not their private ones', async () => {
    const person = await signedIn()
    const space = await givenSpace(person)
    const project = await givenProject(person)
    const alone = await givenProject(person, { visibility: 'private' })
    await givenTask(person, alone)
    const file = await givenFile(person)
    await deleted(deleteSpace, person, space)
    await deleted(deleteProject, admin, project)
    await deleted(deleteProject, admin, alone)
    await deleted(deleteFile, person, file)
    await settle()

    await finishErasure((await startErasure(admin, person, successor)).body)

    expect(await trashOf(admin, { all: true })).toEqual([project.id, space.id])
    expect((await restored(space, successor)).owner).toEqual(heir())
    expect((await restored(project, successor)).owner).toEqual(heir())
  })
})

describe('Trash after the rename of a person', () => {
  test('restores resources with the new name', async () => {
    const person = await signedIn({ name: 'Peverell Thackston' })
    const given = await givenTrash(person)

    await finishRename(jobOf(await rename(person, 'Ada After')))

    const items = await itemsWith(['peverell', 'thackston'])
    expect(items.filter((key) => !key.startsWith('vocabulary#'))).toEqual([])
    const [task, page] = [await restored(given.open!), await restored(given.page)]
    expect([task.assignees?.[0], page.author]).toEqual(Array(2).fill({ id: person.id, name: 'Ada After' }))
  })
})
