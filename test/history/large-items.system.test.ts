import { beforeAll, describe, expect, test } from 'vitest'
import { writeItem } from '../../src/platform/table/table.ts'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { projects } from '../../src/task/project/project.ts'
import { tasks } from '../../src/task/task/task.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { spaces } from '../../src/wiki/space/space.ts'
import { givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { deleted, restore } from '../trash/given.ts'
import { actionsOf, activityOf } from './given.ts'

/** DynamoDB's limit of an item in bytes. */
const maxItemBytes = 400 * 1_024

/** Longest name in letters of three bytes. */
const longName = '長'.repeat(255)

let owner: SignedIn

beforeAll(async () => {
  owner = await signedIn({ name: longName, role: 'admin' })
})

interface Things {
  itemOf: (thing: never) => object
}

const bytesOf = (things: Things, thing: object) =>
  Buffer.byteLength(JSON.stringify(things.itemOf(thing as never)))

/** Returns this many members with long names, as a rename leaves them. */
const members = <R extends object>(right: R) =>
  Array.from({ length: 432 }, (_, index) => {
    const id = `01990c1e-7a6b-7c52-9b5e-${String(index).padStart(12, '0')}`
    return { user_id: id, user: { id, name: longName }, group_id: null, group: null, ...right }
  })

const givenLargeProject = async () => {
  const { id } = await givenProject(owner)
  const update = projects.toUpdate(await projects.get({ id }), { members: members({ role: 'guest' }) })
  await writeItem(update)
  return { id: id as string, bytes: bytesOf(projects, update.thing) }
}

const givenLargeSpace = async () => {
  const { id } = await givenSpace(owner)
  const update = spaces.toUpdate(await spaces.get({ id }), { members: members({ permission: 'read' }) })
  await writeItem(update)
  return { id: id as string, bytes: bytesOf(spaces, update.thing) }
}

const givenLargestTask = async () => {
  const project = await givenProject(owner)
  const { id } = await givenTask(owner, project, {
    title: longName,
    description: '長'.repeat(50_000),
    labels: Array.from({ length: 20 }, (_, index) => `${index} ${'長'.repeat(47)}`),
  })
  return { id: id as string, bytes: bytesOf(tasks, await tasks.get({ id })) }
}

describe('Item near the size limit', () => {
  test.each([
    ['project', givenLargeProject, deleteProject, 385_000],
    ['wiki_space', givenLargeSpace, deleteSpace, 385_000],
    ['task', givenLargestTask, deleteTask, 150_000],
  ] as const)(
    'moves to the trash and back as a %s, and has both in its history',
    async (type, given, remove, least) => {
      const { id, bytes } = await given()

      const removal = await deleted(remove, owner, { id })
      const back = await restore(owner, { id })
      await settle()

      expect(bytes).toBeGreaterThan(least)
      expect(bytes).toBeLessThan(maxItemBytes)
      expect([removal.status, back.status]).toEqual([204, 200])
      expect(actionsOf(await activityOf(owner, type, { id })).slice(0, 2)).toEqual([
        `${type}.restored`,
        `${type}.deleted`,
      ])
    },
  )
})
