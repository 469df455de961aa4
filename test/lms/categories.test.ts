import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCategory } from '../../src/lms/endpoints/create-category.ts'
import { deleteCategory } from '../../src/lms/endpoints/delete-category.ts'
import { listCategories } from '../../src/lms/endpoints/list-categories.ts'
import { subscribeCategory } from '../../src/lms/endpoints/subscribe-category.ts'
import { unsubscribeCategory } from '../../src/lms/endpoints/unsubscribe-category.ts'
import { updateCategory } from '../../src/lms/endpoints/update-category.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { listCourses } from '../../src/lms/endpoints/list-courses.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { givenCourse } from '../support/given-course.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle } from '../support/world.ts'
import { restore } from '../trash/given.ts'

let admin: SignedIn
let user: SignedIn

beforeAll(async () => {
  ;[admin, user] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
})

const given = (fields: object = {}) =>
  made(createCategory, { as: admin, body: { name: `Category ${randomUUID()}`, ...fields } })

const change = (id: string, body: object, headers = {}) =>
  call(updateCategory, { as: admin, params: { id }, body, headers })

const remove = (id: string) => call(deleteCategory, { as: admin, params: { id } })

/** Returns the listed categories with these IDs, in the order of the list. */
const listed = async (ids: string[]) => {
  const items: { id: string }[] = []
  for (let cursor: string | undefined; ;) {
    const { body } = await call(listCategories, { as: user, query: { limit: 100, cursor } })
    items.push(...body.items)
    if (body.next_cursor === null) return items.filter(({ id }) => ids.includes(id))
    cursor = body.next_cursor
  }
}

describe('POST /lms/courses/categories', () => {
  test('creates a category for administrators only', async () => {
    const body = { name: `  Security ${randomUUID()} `, description: 'Keep it safe.', position: 2 }

    const answer = await call(createCategory, { as: admin, body })
    const refused = await call(createCategory, { as: user, body })

    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      name: body.name.trim(),
      description: 'Keep it safe.',
      parent_id: null,
      position: 2,
      course_count: 0,
      version: 1,
    })
    expect(refused.status).toBe(403)
  })

  test('rejects the name of a sibling in any case, and accepts it elsewhere', async () => {
    const { id, name } = await given()

    const same = await call(createCategory, { as: admin, body: { name: name.toUpperCase() } })
    const below = await call(createCategory, { as: admin, body: { name, parent_id: id } })

    expect(same.status).toBe(409)
    expect(same.headers['x-error-code']).toBe('lms.category_name_taken')
    expect(below.status).toBe(201)
  })

  test('accepts one of many concurrent requests with the same name', async () => {
    const name = `Category ${randomUUID()}`

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call(createCategory, { as: admin, body: { name } })),
    )

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(7).fill(409),
    ])
  })

  test('names the invalid field', async () => {
    const create = (body: object) => call(createCategory, { as: admin, body })

    const answers = await Promise.all([
      create({}),
      create({ name: ' ' }),
      create({ name: 'x'.repeat(101) }),
      create({ name: 'x', parent_id: randomUUID() }),
    ])

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    expect(answers[3]?.detail).toContain('"parent_id"')
  })
})

describe('GET /lms/courses/categories', () => {
  test('lists by position, then name, without descriptions', async () => {
    const [third, first, second] = await Promise.all([
      given({ position: 1.5, description: 'long' }),
      given({ name: `a ${randomUUID()}`, position: -1 }),
      given({ name: `B ${randomUUID()}`, position: -1 }),
    ])

    await expect
      .poll(async () => (await listed([third.id, first.id, second.id])).map(({ id }) => id))
      .toEqual([first.id, second.id, third.id])
    expect((await listed([third.id]))[0]).not.toHaveProperty('description')
  })
})

describe('PUT /lms/courses/categories/{id}', () => {
  test('merges by field and releases the old name', async () => {
    const category = await given({ description: 'Old' })

    const answer = await change(category.id, { ...category, name: `${category.name} new` })
    const again = await call(createCategory, { as: admin, body: { name: category.name } })

    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ name: `${category.name} new`, description: 'Old', version: 2 })
    expect(again.status).toBe(201)
  })

  test('rejects the name of a sibling, an outdated version, and callers who are not administrators', async () => {
    const [one, other] = [await given(), await given()]

    const taken = await change(one.id, { name: other.name })
    const stale = await change(one.id, { position: 3 }, { 'If-Match': '"7"' })
    const byUser = await call(updateCategory, { as: user, params: one, body: { position: 3 } })

    expect(taken.status, 'taken').toBe(409)
    expect(stale.status, 'stale').toBe(412)
    expect(byUser.status, 'by user').toBe(403)
  })

  test('moves a category, but forms no cycle, even with concurrent moves', async () => {
    const [a, b] = [await given(), await given()]
    const below = await given({ parent_id: a.id })

    const intoItself = await change(a.id, { parent_id: a.id })
    const intoBelow = await change(a.id, { parent_id: below.id })
    const nowhere = await change(a.id, { parent_id: randomUUID() })
    const both = await Promise.all([change(a.id, { parent_id: b.id }), change(b.id, { parent_id: below.id })])

    expect(intoItself.status, 'into itself').toBe(422)
    expect(intoBelow.status, 'into below').toBe(422)
    expect(nowhere.status, 'nowhere').toBe(422)
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })
})

describe('The category of a course', () => {
  const shown = async (course: { id: string }) => {
    const read = await call(readCourse, { as: user, params: { id: course.id } })
    const list = await call(listCourses, { as: user, query: { category_id: read.body.category_id! } })
    return [read.body, ...list.body.items].map(({ category, version }) => ({ name: category!.name, version }))
  }

  test('appears by its current name, without a new version of the course', async () => {
    const [former, category] = [await given(), await given()]
    const course = await givenCourse(user, { category_id: former.id })

    const moved = await call(updateCourse, {
      as: user,
      params: { id: course.id },
      body: { category_id: category.id },
    })
    const before = await shown(course)
    await change(category.id, { name: `New ${category.name}` })
    await settle({ deliveries: 2 })

    const version = moved.body.version
    expect(moved.body.category).toEqual({ id: category.id, name: category.name })
    expect(before).toEqual(Array(2).fill({ name: category.name, version }))
    expect(await shown(course)).toEqual(Array(2).fill({ name: `New ${category.name}`, version }))
  })

  test('appears by its current name when the course is restored from the trash', async () => {
    const category = await given()
    const course = await givenCourse(user, { category_id: category.id })
    await call(deleteCourse, { as: user, params: { id: course.id } })
    await change(category.id, { name: `New ${category.name}` })

    const { body } = await restore(user, course)

    expect(body.category).toEqual({ id: category.id, name: `New ${category.name}` })
  })
})

describe('DELETE /lms/courses/categories/{id}', () => {
  test('deletes an empty category and releases its name', async () => {
    const parent = await given()
    const child = await given({ parent_id: parent.id })

    const early = await remove(parent.id)
    const statuses = [(await remove(child.id)).status, (await remove(parent.id)).status]
    const gone = await remove(parent.id)
    const again = await call(createCategory, { as: admin, body: { name: parent.name } })

    expect(early.status).toBe(409)
    expect(early.headers['x-error-code']).toBe('lms.category_not_empty')
    expect(statuses).toEqual([204, 204])
    expect(gone.status).toBe(404)
    expect(again.status).toBe(201)
  })

  test('requires an administrator', async () => {
    const { id } = await given()

    const answer = await call(deleteCategory, { as: user, params: { id } })

    expect(answer.status).toBe(403)
  })
})

describe('POST and DELETE /lms/courses/categories/{id}/subscribe', () => {
  test('subscribe once for repeated calls, and end the subscription', async () => {
    const { id } = await given()
    const subscribe = () => call(subscribeCategory, { as: user, params: { id } })
    const unsubscribe = () => call(unsubscribeCategory, { as: user, params: { id } })

    const [first, second] = [await subscribe(), await subscribe()]
    const ended = [(await unsubscribe()).status, (await unsubscribe()).status]
    const third = await subscribe()

    expect(first.body).toEqual({ category_id: id, user_id: user.id, created_at: expect.any(String) })
    expect(first.status, 'first').toBe(201)
    expect(second.status, 'second').toBe(200)
    expect(third.status, 'third').toBe(201)
    expect(second.body).toEqual(first.body)
    expect(ended).toEqual([204, 204])
  })

  test('return 404 for a deleted category, even to subscribers', async () => {
    const { id } = await given()
    await call(subscribeCategory, { as: user, params: { id } })
    await remove(id)

    const statuses = await statusByCase({
      subscribing: call(subscribeCategory, { as: user, params: { id } }),
      unsubscribing: call(unsubscribeCategory, { as: user, params: { id } }),
    })

    expect(statuses).toEqual({
      subscribing: 404,
      unsubscribing: 404,
    })
  })
})
