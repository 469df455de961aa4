import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAssistant } from '../../src/assistants/endpoints/delete-assistant.ts'
import { readAssistant } from '../../src/assistants/endpoints/read-assistant.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { listAudit } from '../../src/history/endpoints/list-audit.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { listCourses } from '../../src/lms/endpoints/list-courses.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { listEntries } from '../../src/trash/endpoints/list-entries.ts'
import { listFilteredPages } from '../../src/wiki/endpoints/list-filtered-pages.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { readProject } from '../../src/task/endpoints/read-project.ts'
import { givenAssistant } from '../assistants/given.ts'
import { call } from '../support/call.ts'
import { givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let admin: SignedIn
let owner: SignedIn

beforeEach(async () => {
  admin = await signedIn({ role: 'admin' })
  owner = await signedIn()
})

interface Entry {
  action: string
  actor: { id: string }
  object: { id: string }
}

/** Returns the audited reads of a person by their role, as `<type>.read <id>`. */
const readingsBy = async ({ id }: SignedIn): Promise<string[]> => {
  await settle()
  const { items } = await made(listAudit, { as: admin, query: { actor_id: id } })
  return (items as Entry[])
    .filter(({ action }) => action.endsWith('.read'))
    .map(({ action, object }) => `${action} ${object.id}`)
    .sort()
}

describe('Reads of an administrator by their role alone', () => {
  test('audits reads of private spaces and their pages once a day', async () => {
    const space = await givenSpace(owner, { visibility: 'private' })
    const page = await givenPage(owner, space)

    for (let time = 0; time < 2; time += 1) {
      expect((await call(readPage, { as: admin, params: { id: page.id } })).status).toBe(200)
      expect((await call(readSpace, { as: admin, params: { id: space.id } })).status).toBe(200)
    }

    expect(await readingsBy(admin)).toEqual([`wiki_page.read ${page.id}`, `wiki_space.read ${space.id}`])
    expect(await readingsBy(owner)).toEqual([])
  })

  test('audits reads of private projects and their tasks', async () => {
    const project = await givenProject(owner, { visibility: 'private' })
    const task = await givenTask(owner, project)

    await call(readTask, { as: admin, params: { id: task.id } })
    await call(readProject, { as: admin, params: { id: project.id } })

    expect(await readingsBy(admin)).toEqual([`project.read ${project.id}`, `task.read ${task.id}`])
  })

  test('audits reads of drafts by others', async () => {
    const page = await givenPage(owner, await givenSpace(owner), { status: 'draft' })

    await call(readPage, { as: admin, params: { id: page.id } })

    expect(await readingsBy(admin)).toEqual([`wiki_page.read ${page.id}`])
  })

  test('audits reads of files, assistants and draft courses of others', async () => {
    const [file, attached] = [await givenFile(owner), await givenFile(owner)]
    await givenTask(owner, await givenProject(owner), { attachments: [attached.id] })
    const assistant = await givenAssistant(owner)
    const course = await givenCourse(owner, { status: 'draft' })

    for (const { id } of [file, attached]) await call(readFile, { as: admin, params: { id } })
    await call(readAssistant, { as: admin, params: { id: assistant.id } })
    await call(readCourse, { as: admin, params: { id: course.id } })

    expect(await readingsBy(admin)).toEqual([
      `assistant.read ${assistant.id}`,
      `course.read ${course.id}`,
      `file.read ${file.id}`,
    ])
  })

  test('audits drafts by others that a list returns', async () => {
    const space = await givenSpace(owner)
    const page = await givenPage(owner, space, { status: 'draft' })
    await givenPage(owner, space)
    const course = await givenCourse(owner, { status: 'draft' })

    await settle()

    await made(listFilteredPages, { as: admin, query: { space_id: space.id, status: 'draft' } })
    await made(listCourses, { as: admin, query: { status: 'draft' } })

    expect(await readingsBy(admin)).toEqual(
      expect.arrayContaining([`course.read ${course.id}`, `wiki_page.read ${page.id}`]),
    )
    expect((await readingsBy(admin)).filter((one) => one.startsWith('wiki'))).toHaveLength(1)
  })

  test('audits private resources in the trash that a list returns', async () => {
    const file = await givenFile(owner)
    const assistant = await givenAssistant(owner)
    const course = await givenCourse(owner, { status: 'draft' })
    await made(deleteFile, { as: owner, params: { id: file.id } })
    await made(deleteAssistant, { as: owner, params: { id: assistant.id } })
    await made(deleteCourse, { as: owner, params: { id: course.id } })

    await made(listEntries, { as: admin, query: { all: 'true', limit: 3 } })

    expect(await readingsBy(admin)).toEqual([
      `assistant.read ${assistant.id}`,
      `course.read ${course.id}`,
      `file.read ${file.id}`,
    ])
  })

  test('does not audit reads that everyone, or the administrator as a member, may make', async () => {
    const shared = await givenSpace(owner)
    const own = await givenSpace(owner, { visibility: 'private', members: [[admin, 'read']] })

    for (const space of [shared, own]) await call(readSpace, { as: admin, params: { id: space.id } })

    expect(await readingsBy(admin)).toEqual([])
  })
})
