import { beforeEach, describe, expect, test } from 'vitest'
import { makeTable } from '../../infra/local/resources.ts'
import { listUsers } from '../../src/users/endpoints/list-users.ts'
import { users } from '../../src/platform/identity/user.ts'
import { transact } from '../../src/platform/table/table.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { listPages } from '../../src/wiki/endpoints/list-pages.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { listSpaces } from '../../src/wiki/endpoints/list-spaces.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { call } from '../support/call.ts'
import { makeFormerTable } from '../support/former-table.ts'
import { givenOwnPage, givenPage, made } from '../support/given.ts'
import { enroll, givenCourse } from '../support/given-course.ts'
import { givenDesk, givenMessage, givenTicket, ticketFor } from '../support/given-ticket.ts'
import { signedIn } from '../support/people.ts'
import { world } from '../support/world.ts'

/** What an older version has written, on a table that it has made. */

let table: Awaited<ReturnType<typeof makeFormerTable>>

beforeEach(async () => {
  table = await makeFormerTable()
  process.env['TABLE_NAME'] = table.name
})

type Counted = { id: string; page_count: number; children_count: number }

const countsIn = (body: { items: Counted[] }) =>
  body.items.map(({ page_count, children_count }) => page_count ?? children_count)

describe('Items in the former layout of the table', () => {
  test('is read, by its id and in lists', async () => {
    const { author, space, page } = await givenOwnPage()
    await givenPage(author, space, { under: page })
    const before = await made(readSpace, { as: author, params: { id: space.id } })
    await table.age()

    const after = await made(readSpace, { as: author, params: { id: space.id } })
    const spaces = await made(listSpaces, { as: author })
    const pages = await made(listPages, { as: author, params: { id: space.id } })

    expect(after).toEqual(before)
    expect(countsIn(spaces)).toEqual([2])
    expect(countsIn(pages)).toEqual([1])
  })

  test('is changed, and counted on from where it was by many at once', async () => {
    const { author, space, page } = await givenOwnPage()
    await table.age()

    await Promise.all(Array.from({ length: 8 }, () => givenPage(author, space, { under: page })))
    const changed = await made(updateSpace, {
      as: author,
      params: { id: space.id },
      body: { name: 'Renamed' },
    })

    expect(changed).toMatchObject({ name: 'Renamed', page_count: 9, version: 2 })
    const item = (await table.items()).find(({ pk, sk }) => pk === `page#${page.id}` && sk === 'page')
    expect(item).toMatchObject({ counters: { children_count: 8 } })
    expect(item).not.toHaveProperty('children_count')
  })

  test('is removed if it is as it was read', async () => {
    const { author, space, page } = await givenOwnPage()
    await table.age()

    const { status } = await call(deletePage, { as: author, params: { id: page.id } })

    expect(status).toBe(204)
    expect(await made(readSpace, { as: author, params: { id: space.id } })).toMatchObject({ page_count: 0 })
  })

  test('takes what is counted along with a change, and times', async () => {
    const { requester, agent } = await givenDesk()
    const ticket = await givenTicket(requester)
    await givenMessage(requester, ticket)
    await table.age()

    const message = await givenMessage(agent, ticket)

    expect(await ticketFor(requester, ticket)).toMatchObject({
      message_count: 2,
      last_message_at: message.created_at,
    })
  })

  test('takes people: enrolments, changes of a name, sign-ins', async () => {
    const author = await signedIn()
    const course = await givenCourse(author)
    await table.age()
    const time = '2026-01-01T00:00:00.000Z'

    await enroll(author, course)
    await transact([users.toTouch(author, { last_login_at: time })])
    const body = { name: 'Grace Hopper' }
    const user = await made(updateUser, { as: author, params: { id: author.id }, body })

    expect(await made(readCourse, { as: author, params: { id: course.id } })).toMatchObject({
      enrollment_count: 1,
    })
    expect(user).toMatchObject({ name: 'Grace Hopper', last_login_at: time, version: 2 })
  })
})

describe('The local table of an older version', () => {
  test('shows the same in its lists when its indexes have been rebuilt', async () => {
    const { author, space, page } = await givenOwnPage()
    await givenPage(author, space, { under: page })
    await table.age()
    const read = async () => [
      await made(listSpaces, { as: author }),
      await made(listPages, { as: author, params: { id: space.id } }),
      await made(listUsers, { as: author }),
    ]
    const before = await read()

    const isNew = await makeTable(world().endpoints, table.name)
    await makeTable(world().endpoints, table.name)

    expect(isNew).toBe(false)
    expect(await read()).toEqual(before)
    expect((await table.items()).filter((item) => 'page_count' in item)).toEqual([])
  })
})
