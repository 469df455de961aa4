import { activityTypes } from '#generated/resource-types.ts'
import { expect, test } from 'vitest'
import { historyOf } from '../../src/platform/history/definition.ts'
import { loadHistory } from '../../src/platform/history/history-registry.ts'
import { listCatalogue } from '../../src/webhooks/endpoints/list-catalogue.ts'
import { isWanted } from '../../src/webhooks/catalogue/event-patterns.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { wrongIn, type Schema } from '../support/json-schema.ts'
import { signedIn } from '../support/people.ts'

const readCatalogue = async () => {
  const as = await signedIn({ role: 'admin' })
  const items = []
  let cursor: string | undefined
  do {
    const page = await made(listCatalogue, { as, query: { limit: 100, cursor } })
    items.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return items
}

test('the catalogue holds every recorded change, and neither reads, sessions, tokens nor chats', async () => {
  const names = (await readCatalogue()).map(({ name }) => name)

  const recorded = [...(await loadHistory()).values()]
    .filter(
      ({ isUnrecorded, entityType }) => !isUnrecorded && !/^(auth|chats)\.|lockout|failure/.test(entityType),
    )
    .flatMap(({ type, actions }) => actions.map((action) => `${type}.${action}`))
  expect(names).toEqual(recorded.toSorted())
  expect(names).toEqual(expect.arrayContaining(['task.updated', 'wiki_page.purged', 'webhook.created']))
  expect(names.filter((name) => /^(session|access_token|chat|sign_in|lockout)|\.read$/.test(name))).toEqual(
    [],
  )
})

test('each example matches the JSON Schema of its event', async () => {
  for (const { name, schema, example } of await readCatalogue()) {
    const wrong = (body: object) => wrongIn((one) => one, schema as Schema, body)

    expect([name, wrong(example), wrong({ ...example, type: 'other' })]).toEqual([
      name,
      undefined,
      'body.type is none of its values',
    ])
  }
})

test('examples have the URLs of their resource, unless it was deleted', async () => {
  const urls = new Map(
    (await readCatalogue()).map(({ name, example }) => {
      const { id, url, api_url } = example['data'] as Record<string, string | null>
      return [name, [url, api_url].map((one) => one?.replace(id ?? '', '{id}') ?? null)]
    }),
  )
  const types = [...urls].filter(([, [, api]]) => api !== null).map(([name]) => name.split('.')[0])

  expect(urls.get('task.updated')).toEqual([
    'http://127.0.0.1:3000/view/task/{id}',
    'http://127.0.0.1:3000/api/v1/task/tasks/{id}',
  ])
  expect(urls.get('task.deleted')).toEqual([null, null])
  expect(new Set(types)).toEqual(new Set(activityTypes.filter((type) => type !== 'job')))
})

test('descriptions are sentences with the article and number of their subject', async () => {
  const byName = new Map((await readCatalogue()).map(({ name, description }) => [name, description]))

  expect(byName.get('task.created')).toBe('A task was created.')
  expect(byName.get('assistant.purged')).toBe('An assistant was deleted permanently.')
  expect(byName.get('user.updated')).toBe('A user was updated.')
  expect(byName.get('support_policies.updated')).toBe('The support policies were updated.')
})

test('a definition of history lists its actions and fields', () => {
  const entity = {
    name: 'notes.note',
    isInternal: false,
    read: () => ({ id: '1' }),
    find: async () => undefined,
  }
  const actionsOf = (options: object) =>
    historyOf(entity, { type: 'note', fields: { title: 'value' }, ...options })

  expect(actionsOf({})).toMatchObject({ actions: ['created', 'updated', 'deleted'], fields: ['title'] })
  expect(actionsOf({ isEvent: true }).actions).toEqual(['created'])
  expect(actionsOf({ removed: 'kept' }).actions).toContain('restored')
  expect(actionsOf({ removed: 'trashed' }).actions).toEqual(expect.arrayContaining(['restored', 'purged']))
})

test('only administrators list the events', async () => {
  expect((await call(listCatalogue, { as: await signedIn() })).status).toBe(403)
})

test.each([
  [['task.updated'], 'updated', true],
  [['task.*'], 'updated', true],
  [['task.*'], 'read', false],
  [['task.created', 'wiki_page.*'], 'updated', false],
])('%j with the action %s: %s', (events, action, expected) => {
  expect(isWanted(events, { type: 'task', action })).toBe(expected)
})
