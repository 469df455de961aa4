import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { exportAudit } from '../../src/history/audit-export.ts'
import { listAudit } from '../../src/history/endpoints/list-audit.ts'
import { historyEntries } from '../../src/platform/history/entry.ts'
import { derivedId } from '../../src/platform/runtime/id.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenEntry } from './given.ts'

const givenChanges = async () => {
  const [ada, admin] = [await signedIn({ name: '=cmd|"x"' }), await signedIn({ role: 'admin' })]
  const page = await givenPage(ada, await givenSpace(ada))
  await made(updatePage, { as: ada, params: { id: page.id }, body: { tags: ['a, "b"'] } })
  await settle()
  const query = { resource_type: 'wiki_page', resource_id: page.id as string }
  const exported = (Accept: string) => call(listAudit, { as: admin, query, headers: { Accept } })
  return { items: (await made(listAudit, { as: admin, query })).items, exported }
}

test('GET /audit exports one line of JSON per entry', async () => {
  const { items, exported } = await givenChanges()

  const { headers, text } = await exported('application/jsonl')

  expect(headers['content-type']).toBe('application/jsonl; charset=utf-8')
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(items)
  expect(headers['link']).toBeUndefined()
})

test('GET /audit exports CSV without cells that a spreadsheet takes for formulas', async () => {
  const { items, exported } = await givenChanges()

  const { headers, text } = await exported('text/csv')

  const [head, changed, ...rest] = text.trimEnd().split('\r\n')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(head).toBe(
    'id,at,actor_id,actor_name,via,action,object_type,object_id,resource_type,resource_id,changes,request_id,address',
  )
  expect(changed).toContain(`${items[0]!.id},${items[0]!.at},${items[0]!.actor!.id},"'=cmd|""x""",session,`)
  expect(rest).toHaveLength(items.length - 1)
})

/**
 * Creates seven entries of a resource, newest first: each is a millisecond older than the previous one, except for the
 * last three.
 */
const givenEntries = async () => {
  const first = await givenEntry(1)
  const time = Date.parse(first.at)
  const more = [1, 2, 3, 4, 4, 4].map((ago, n) => {
    const at = new Date(time - ago).toISOString()
    return { ...first, id: derivedId(time - ago, `${first.id}#${n}`), at }
  })
  await writeBatch(more.map(historyEntries.itemOf), [])
  return {
    about: { resource_type: ['task'], resource_id: [first.resource_id] },
    ids: [first, ...more].map(({ id }) => id),
  }
}

const idsIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id)

test('GET /audit limits an export and links to the rest, without duplicates or gaps', async () => {
  const admin = await signedIn({ role: 'admin' })
  const { about, ids } = await givenEntries()

  const full = await exportAudit('application/jsonl', about, undefined, 6)
  const first = idsIn(await text(full.stream?.() as Readable))
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(full.headers['Link'] ?? '') ?? []
  const query = Object.fromEntries(new URL(next).searchParams)
  const rest = await call(listAudit, { as: admin, query, headers: { Accept: 'application/jsonl' } })

  // the three entries of one millisecond stay together
  expect(first).toEqual(ids.slice(0, 4))
  expect(idsIn(rest.text).sort()).toEqual(ids.slice(4).sort())
  expect(rest.headers['link']).toBeUndefined()
})
