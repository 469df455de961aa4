import { beforeEach, describe, expect, test } from 'vitest'
import { createComment } from '../../src/task/endpoints/create-comment.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { deleteComment } from '../../src/task/endpoints/delete-comment.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { historyEntries } from '../../src/platform/history/entry.ts'
import { readList } from '../../src/platform/table/list/list.ts'
import { undoChange } from '../../src/undo/endpoints/undo-change.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let ada: SignedIn

beforeEach(async () => {
  ada = await signedIn()
})

const givenTask = async () => {
  const { id } = await made(createProject, { as: ada, body: { name: 'Move' } })
  return made(createTask, { as: ada, params: { id }, body: { title: 'Pack' } })
}

/** Changes made by Ada, by kind. */
const changes: Record<string, () => Promise<unknown>> = {
  'of a field': async () => {
    const thing = await givenTask()
    return made(updateTask, { as: ada, params: { id: thing.id }, body: { title: 'Unpack' } })
  },
  'of fields with operations of their own': async () => {
    const space = await givenSpace(ada)
    const [parent, thing] = [await givenPage(ada, space), await givenPage(ada, space)]
    const body = { title: 'Moved', content: 'Other', parent_id: parent.id, tags: ['a'] }
    return made(updatePage, { as: ada, params: { id: thing.id }, body })
  },
  'that made a thing': () => givenTask(),
  'that removed a thing': async () => {
    const { id } = await givenTask()
    await settle()
    return call(deleteTask, { as: ada, params: { id } })
  },
  'that removed a part of a thing': async () => {
    const thing = await givenTask()
    const comment = await made(createComment, { as: ada, params: { id: thing.id }, body: { text: 'Done?' } })
    await settle()
    return call(deleteComment, { as: ada, params: { id: thing.id, comment_id: comment.id } })
  },
}

/** Returns the ID of Ada's newest change. */
const newestChange = async () => {
  await settle()
  const { items } = await readList(historyEntries.in('ofActor', { actor_id: ada.id }), { limit: 1 })
  return items[0]?.id as string
}

describe('Five concurrent requests to undo a change', () => {
  test.each(Object.entries(changes))('succeeds in every request for a change %s', async (_, given) => {
    await given()
    const id = await newestChange()

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call(undoChange, { as: ada, params: { id } })),
    )

    for (const { status, body, text } of answers)
      expect([status, body?.undone, body?.left], text).toEqual([200, [id], []])
  })
})

test('concurrent requests undo a change of a field once and increment the version once', async () => {
  const { id } = await givenTask()
  await made(updateTask, { as: ada, params: { id }, body: { title: 'Unpack' } })
  const params = { id: await newestChange() }

  await Promise.all(Array.from({ length: 5 }, () => call(undoChange, { as: ada, params })))

  expect(await made(readTask, { as: ada, params: { id } })).toMatchObject({ title: 'Pack', version: 3 })
})
