import { describe, expect, test } from 'vitest'
import { inRequest, noSession, replayOf } from '../../src/platform/runtime/request-context.ts'
import { addTask } from '../../src/task/task/creation.ts'
import { NewTask } from '../../src/task/task/task.ts'
import { givenUpload, putBytes } from '../support/given-file.ts'
import { made } from '../support/given.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { signedIn } from '../support/people.ts'
import { givenProject, givenTask } from './given.ts'

describe('A request that was cut off and is done again', () => {
  test('makes the same task under the same number, though its file was looked at and others were made', async () => {
    const as = await signedIn()
    const project = await givenProject(as)
    const { file, upload } = await givenUpload(as)
    await putBytes(upload, 'hello')
    const fields = NewTask.parse({ title: 'Cut off', attachments: [file.id] })
    const startedAt = Date.now()
    const run = () =>
      inRequest(
        { requestId: 'cut-off', confirmSession: noSession, replay: replayOf(project.id, startedAt) },
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
