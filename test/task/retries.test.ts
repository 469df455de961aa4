import { describe, expect, test } from 'vitest'
import { inRequest, noSession, newReplay } from '../../src/platform/runtime/request-context.ts'
import { addTask } from '../../src/task/task/creation.ts'
import { NewTask } from '../../src/task/task/task.ts'
import { givenUpload, putBytes } from '../support/given-file.ts'
import { made } from '../support/given.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { signedIn } from '../support/people.ts'
import { givenProject, givenTask } from './given.ts'

describe('A retry of an interrupted request', () => {
  test('creates the same task and number, although its file was checked and other tasks were created', async () => {
    const as = await signedIn()
    const project = await givenProject(as)
    const { file, upload } = await givenUpload(as)
    await putBytes(upload, 'hello')
    const fields = NewTask.parse({ title: 'Cut off', attachments: [file.id] })
    const startedAt = Date.now()
    const run = () =>
      inRequest(
        { requestId: 'cut-off', confirmSession: noSession, replay: newReplay(project.id, startedAt) },
        () => addTask(as, project.id, fields),
      )

    const first = await run()
    await givenTask(as, project)
    const second = await run()

    expect(second).toEqual(first)
    const { items } = await made(listTasks, { as, params: { id: project.id } })
    expect(items).toHaveLength(2)
  })
})
