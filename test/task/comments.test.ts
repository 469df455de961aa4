import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createComment } from '../../src/task/endpoints/create-comment.ts'
import { deleteComment } from '../../src/task/endpoints/delete-comment.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { listComments } from '../../src/task/endpoints/list-comments.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { tasks } from '../../src/task/task/task.ts'
import { queryItems } from '../../src/platform/table/query.ts'
import { call } from '../support/call.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { purge } from '../trash/given.ts'
import { givenComment, givenOwnTask } from './given.ts'
import { statusByCase } from '../support/statuses.ts'

describe('POST /task/tasks/{id}/comments', () => {
  test('adds a comment that mentions people', async () => {
    const { author, task } = await givenOwnTask()
    const other = await signedIn()

    const answer = await call(createComment, {
      as: other,
      params: { id: task.id },
      body: { text: 'Please look, @Ada', mentions: [author.id, author.id] },
    })

    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(String),
      task_id: task.id,
      text: 'Please look, @Ada',
      mentions: [author.id],
      author: { id: other.id, name: other.name },
      created_at: expect.any(String),
    })
  })

  test.each([
    [{}, 'text'],
    [{ text: '' }, 'text'],
    [{ text: ' \n ' }, 'text'],
    [{ text: 'x'.repeat(50_001) }, 'text'],
    [{ text: 'x', mentions: ['me'] }, 'mentions[0]'],
    [{ text: 'x', mentions: [randomUUID()] }, 'mentions[0]'],
  ])('names the invalid field in %j', async (body, field) => {
    const { author, task } = await givenOwnTask()

    const answer = await call(createComment, { as: author, params: { id: task.id }, body })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"${field}"`)
  })

  test('names an unknown person by index in the request, although another person is mentioned twice', async () => {
    const { author, task } = await givenOwnTask()
    const mentions = [author.id, author.id, randomUUID()]

    const answer = await call(createComment, {
      as: author,
      params: { id: task.id },
      body: { text: 'x', mentions },
    })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain('"mentions[2]"')
  })

  test('rejects comments and their deletion in an archived project', async () => {
    const { author: as, project, task } = await givenOwnTask()
    const comment = await givenComment(as, task)
    await call(updateProject, { as, params: { id: project.id }, body: { status: 'archived' } })

    const statuses = await statusByCase({
      writing: await call(createComment, { as, params: { id: task.id }, body: { text: 'x' } }),
      deleting: await call(deleteComment, { as, params: { id: task.id, comment_id: comment.id } }),
    })

    expect(statuses).toEqual({
      writing: 409,
      deleting: 409,
    })
  })
})

describe('GET /task/tasks/{id}/comments', () => {
  test('returns comments oldest first, each once, and without delay', async () => {
    const { author: as, task } = await givenOwnTask()
    for (const text of ['one', 'two', 'three']) await givenComment(as, task, { text })
    const list = (query: object) =>
      call(listComments, { as, params: { id: task.id }, query: { limit: 2, ...query } })

    const first = await list({})
    const second = await list({ cursor: first.body.next_cursor })

    const items = [...first.body.items, ...second.body.items]
    expect(items.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
    expect(second.body.next_cursor).toBeNull()
  })
})

describe('DELETE /task/tasks/{id}/comments/{comment_id}', () => {
  test('deletes a comment once, and only through its own task', async () => {
    const { author: as, task } = await givenOwnTask()
    const { task: other } = await givenOwnTask()
    const comment = await givenComment(as, task)
    const remove = ({ id }: { id: string }) =>
      call(deleteComment, { as, params: { id, comment_id: comment.id } })

    const statuses = await statusByCase({
      'under another task': await remove(other),
      'under its task': await remove(task),
      again: await remove(task),
    })

    expect(statuses).toEqual({
      'under another task': 404,
      'under its task': 204,
      again: 404,
    })
    const { body } = await call(listComments, { as, params: { id: task.id } })
    expect(body.items).toEqual([])
  })
})

describe('DELETE /task/tasks/{id}', () => {
  test('hides the comments at once, and purging leaves nothing in the table', async () => {
    const { author: as, task } = await givenOwnTask()
    await Promise.all(Array.from({ length: 30 }, () => givenComment(as, task)))

    await call(deleteTask, { as, params: { id: task.id } })
    const list = await call(listComments, { as, params: { id: task.id } })
    await purge(as, task)
    await settle({ deliveries: 2 })

    expect(list.status).toBe(404)
    const { items } = await queryItems({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': tasks.keyOf(task).pk },
    })
    expect(items).toEqual([])
  })
})
