import { describe, expect, test } from 'vitest'
import type { EndpointHandler } from '../../../src/platform/http/endpoint.ts'
import { createTask } from '../../../src/task/endpoints/create-task.ts'
import { readProject } from '../../../src/task/endpoints/read-project.ts'
import { readTask } from '../../../src/task/endpoints/read-task.ts'
import { updateProject } from '../../../src/task/endpoints/update-project.ts'
import { updateTask } from '../../../src/task/endpoints/update-task.ts'
import { createPage } from '../../../src/wiki/endpoints/create-page.ts'
import { readPage } from '../../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../../src/wiki/endpoints/read-space.ts'
import { updatePage } from '../../../src/wiki/endpoints/update-page.ts'
import { updateSpace } from '../../../src/wiki/endpoints/update-space.ts'
import { activityOf } from '../../history/given.ts'
import { givenSpace, made } from '../../support/given.ts'
import { signedIn, type SignedIn } from '../../support/people.ts'
import { settle } from '../../support/world.ts'
import { givenProject } from '../../task/given.ts'
import { changeOf, undo } from '../../undo/given.ts'

interface Noun {
  type: string
  make: (as: SignedIn, fields: object) => Promise<{ id: string; color?: string }>
  read: EndpointHandler
  update: EndpointHandler
}

const nouns: Noun[] = [
  {
    type: 'wiki_page',
    make: async (as, fields) =>
      made(createPage, { as, body: { title: 'Page', space_id: (await givenSpace(as)).id, ...fields } }),
    read: readPage,
    update: updatePage,
  },
  {
    type: 'wiki_space',
    make: (as, fields) => givenSpace(as, { ...fields }),
    read: readSpace,
    update: updateSpace,
  },
  {
    type: 'project',
    make: (as, fields) => givenProject(as, { ...fields }),
    read: readProject,
    update: updateProject,
  },
  {
    type: 'task',
    make: async (as, fields) =>
      made(createTask, {
        as,
        params: { id: (await givenProject(as)).id },
        body: { title: 'Task', ...fields },
      }),
    read: readTask,
    update: updateTask,
  },
]

describe('A new field', () => {
  test.each(nouns)('of a $type is made, answered, changed, told of and undone', async (noun) => {
    const as = await signedIn()
    const { id, color } = await noun.make(as, { color: 'red' })
    const of = { as, params: { id } }
    const first = await made(noun.read, of)
    const changed = await made(noun.update, { ...of, body: { color: 'blue' } })
    const second = await made(noun.read, of)
    const change = await changeOf(as, `${noun.type}.updated`)
    await settle()
    const [entry] = await activityOf(as, noun.type, { id })
    const undone = await undo(as, change)
    const third = await made(noun.read, of)

    expect([color, first.color, changed.color, second.color]).toEqual(['red', 'red', 'blue', 'blue'])
    expect(entry).toMatchObject({
      can_undo: true,
      changes: [{ field: 'color', before: 'red', after: 'blue' }],
    })
    expect(undone.status, undone.text).toBe(200)
    expect(third.color).toBe('red')
  })
})
