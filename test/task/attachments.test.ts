import { describe, expect, test } from 'vitest'
import { attachments } from '../../src/files/file/attachment-row.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { readList } from '../../src/platform/table/list/list.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { call } from '../support/call.ts'
import { givenFile, givenUpload } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { purge } from '../trash/given.ts'
import { givenProject, givenTask } from './given.ts'

type Thing = { id: string }

const change = (as: SignedIn, { id }: Thing, ...files: (string | Thing)[]) =>
  call(updateTask, { as, params: { id }, body: { attachments: files } })

/** Returns the IDs of the tasks to which a file is attached. */
const thingsOf = async ({ id }: Thing) =>
  (await readList(attachments.in('ofFile', { file_id: id }), { limit: 10 })).items.map(
    ({ thing_id }) => thing_id,
  )

const givenAttached = async () => {
  const [owner, guest] = await Promise.all([signedIn(), signedIn()])
  const [file, other] = await Promise.all([givenFile(owner, { name: 'plan.txt' }), givenFile(owner)])
  const project = await givenProject(owner, { visibility: 'private', members: [[guest, 'guest']] })
  const task = await givenTask(owner, project, { attachments: [file.id] })
  return { owner, guest, file, other, project, task }
}

describe('Task attachments', () => {
  test('include name, size and type, in lists too', async () => {
    const { guest, file, project, task } = await givenAttached()

    const [read, list] = [
      await call(readTask, { as: guest, params: { id: task.id } }),
      await call(listTasks, { as: guest, params: { id: project.id } }),
    ]

    const attached = [{ id: file.id, name: 'plan.txt', size: 5, content_type: 'text/plain' }]
    expect([task.attachments, read.body.attachments]).toEqual([attached, attached])
    expect(list.body.items[0]!.attachments).toEqual(attached)
  })

  test('can be replaced by IDs or in the form of a GET, without permission on files that stay', async () => {
    const { owner, file, other, project, task } = await givenAttached()
    const admin = await signedIn({ role: 'admin' })
    const member = await signedIn()
    const members = [{ user_id: member.id, role: 'member' as const }]
    const { updateProject } = await import('../../src/task/endpoints/update-project.ts')
    await call(updateProject, { as: owner, params: { id: project.id }, body: { members } })

    const added = await change(admin, task, ...task.attachments, other.id)
    const kept = await change(member, task, file.id, other.id)
    const dropped = await change(member, task, other.id)

    expect(added.body.attachments.map(({ id }: Thing) => id)).toEqual([file.id, other.id])
    expect(kept.status, 'kept').toBe(200)
    expect(dropped.status, 'dropped').toBe(200)
    expect([await thingsOf(file), await thingsOf(other)]).toEqual([[], [task.id]])
  })

  test('accept IDs in any case and as objects, and reject invalid IDs', async () => {
    const { owner, file, other, task } = await givenAttached()

    const answers = [
      await change(owner, task, { id: 'x'.repeat(3_000) }),
      await change(owner, task, { id: file.id.toUpperCase() }, other.id.toUpperCase()),
    ]

    expect(answers.map(({ status }) => status)).toEqual([422, 200])
    expect(answers[1]?.body.attachments.map(({ id }: Thing) => id)).toEqual([file.id, other.id])
  })

  test('must be uploaded files that the caller may read', async () => {
    const { owner, project, task } = await givenAttached()
    const stranger = await givenFile(await signedIn())
    const { file: waiting } = await givenUpload(owner)

    const answers = [
      await change(owner, task, stranger.id),
      await change(owner, task, waiting.id),
      await call(createTask, {
        as: owner,
        params: { id: project.id },
        body: { title: 'x', attachments: [stranger.id] },
      }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([422, 409, 422])
    expect(answers[0]?.detail).toContain('"attachments[0]"')
  })

  test('can be read by everyone who sees the task, as long as they are attached', async () => {
    const { owner, guest, file, task } = await givenAttached()
    const outsider = await signedIn()
    const read = async (as: SignedIn) => (await call(readFile, { as, params: { id: file.id } })).status

    const before = [await read(owner), await read(guest), await read(outsider)]
    await change(owner, task)

    expect(before).toEqual([200, 200, 404])
    expect(await read(guest)).toBe(404)
  })

  test('end when the task is deleted or its project is purged', async () => {
    const [one, two] = [await givenAttached(), await givenAttached()]
    const admin = await signedIn({ role: 'admin' })
    const before = [await thingsOf(one.file), await thingsOf(two.file)]

    await call(deleteTask, { as: one.owner, params: { id: one.task.id } })
    await call(deleteProject, { as: admin, params: { id: two.project.id } })
    const read = await call(readFile, { as: two.guest, params: { id: two.file.id } })
    await purge(admin, two.project)
    await settle()

    expect(before).toEqual([[one.task.id], [two.task.id]])
    expect(read.status).toBe(404)
    expect([await thingsOf(one.file), await thingsOf(two.file)]).toEqual([[], []])
  })
})
