import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEventFeed } from '../../src/lms/event/endpoints/create-event-feed.ts'
import { listEvents } from '../../src/lms/event/endpoints/list-events.ts'
import { readEvent } from '../../src/lms/event/endpoints/read-event.ts'
import { readEventFeed } from '../../src/lms/event/endpoints/read-event-feed.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { updateNotification } from '../../src/notifications/endpoints/update-notification.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { ask } from './given-library.ts'

const client = 'https://intra.example.com'
const service = 'http://127.0.0.1:3000'
const api = `${service}/api/v1`

const setAppUrls = (patterns: Record<string, string>) => {
  process.env['APP_URLS'] = Object.entries(patterns)
    .map(([type, path]) => `${type}=${client}${path}`)
    .join(', ')
}

beforeEach(() => {
  setAppUrls({ wiki_page: '/wiki/{id}', task: '/tasks?open={id}' })
})

afterEach(() => {
  delete process.env['APP_URLS']
})

const newWord = () => `w${randomUUID().slice(0, 8)}`

const find = async (as: SignedIn, q: string) => (await made(searchEverything, { as, query: { q } })).items

const givenCommentedPage = async () => {
  const author = await signedIn()
  const word = newWord()
  const space = await givenSpace(author, { visibility: 'private', name: `Space ${word}` })
  const page = await givenPage(author, space, { title: `Page ${word}`, content: `It is about ${word}.` })
  const comment = await made(createComment, {
    as: author,
    params: { id: page.id },
    body: { text: `No ${word}` },
  })
  await settle()
  return { author, word, space, page, comment }
}

const givenDueTask = async () => {
  const [author, colleague] = await Promise.all([signedIn(), signedIn()])
  const project = await givenProject(author)
  const fields = { assignee_ids: [colleague.id], due_date: '2026-03-05' }
  const task = await givenTask(author, project, fields)
  await settle()
  return { colleague, task }
}

describe('APP_URLS', () => {
  test('links search results to the client, and to this API by api_url', async () => {
    const { author, word, space, page } = await givenCommentedPage()

    const hits = await find(author, word)

    const pageUrls = { url: `${client}/wiki/${page.id}`, api_url: `${api}/wiki/pages/${page.id}` }
    const spaceUrls = {
      url: `${service}/view/wiki_space/${space.id}`,
      api_url: `${api}/wiki/spaces/${space.id}`,
    }
    const urls = new Map(hits.map(({ type, url, api_url }) => [type, { url, api_url }]))
    expect(urls.get('wiki_page')).toEqual(pageUrls)
    // a comment has the URL of its page, and a type without a pattern that of our page
    expect(urls.get('wiki_comment')).toEqual(pageUrls)
    expect(urls.get('wiki_space')).toEqual(spaceUrls)
  })

  test('gives a comment its own URL if there is a pattern for it', async () => {
    setAppUrls({ wiki_comment: '/wiki/{parent_id}#{id}' })
    const { author, word, page, comment } = await givenCommentedPage()

    const hit = (await find(author, word)).find(({ type }) => type === 'wiki_comment')

    expect(hit?.['url']).toBe(`${client}/wiki/${page.id}#${comment.id}`)
  })

  test('links a comment to our page of its parent without patterns for either', async () => {
    delete process.env['APP_URLS']
    const { author, word, page, comment } = await givenCommentedPage()

    const hit = (await find(author, word)).find(({ type }) => type === 'wiki_comment')

    expect(hit?.['url']).toBe(`${service}/view/wiki_page/${page.id}#${comment.id}`)
  })

  test('links sources of answers to the client, and to this API by api_url', async () => {
    const { author, word, page } = await givenCommentedPage()

    const [passage] = await ask(author, word)

    expect(passage?.url).toBe(`${client}/wiki/${page.id}`)
    expect(passage?.api_url).toBe(`${api}/wiki/pages/${page.id}`)
  })

  test('links notifications to the client configured when they are read, and to this API by api_url', async () => {
    const { colleague, task } = await givenDueTask()
    const list = async () => (await made(listNotifications, { as: colleague })).items

    const [first] = await list()
    const params = { id: first!.id }
    const marked = await made(updateNotification, { as: colleague, params, body: { read: true } })
    delete process.env['APP_URLS']
    const [later] = await list()

    const resources = [first!, marked, later!].map(({ resource }) => resource!)
    expect(resources.map(({ url }) => url)).toEqual([
      `${client}/tasks?open=${task.id}`,
      `${client}/tasks?open=${task.id}`,
      `${service}/view/task/${task.id}`,
    ])
    for (const { api_url } of resources) expect(api_url).toBe(`${api}/task/tasks/${task.id}`)
  })

  test('links calendar and feed events to the client', async () => {
    const { colleague: as, task } = await givenDueTask()
    const url = `${client}/tasks?open=${task.id}`
    const api_url = `${api}/task/tasks/${task.id}`

    const query = { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z' }
    const [event] = (await made(listEvents, { as, query: { ...query, type: 'task_due' } })).items
    const read = await made(readEvent, { as, params: { id: event!.id } })
    const feed = await made(createEventFeed, { as })
    const token = new URL(feed.url!).searchParams.get('token') as string
    const calendar = await call(readEventFeed, { query: { token } })

    for (const one of [event, read]) {
      expect(one!.url).toBe(url)
      expect(one!.resource).toMatchObject({ url, api_url })
    }
    expect(calendar.text.replaceAll('\r\n ', '')).toContain(`\r\nURL:${url}\r\n`)
  })
})
