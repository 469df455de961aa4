import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { serviceVariables } from '../../infra/local/settings/variables.ts'
import { scanItems } from '../../infra/operation/scan.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { events } from '../../src/calendar/event.ts'
import { attachments } from '../../src/files/file/attachment-row.ts'
import { derivedId } from '../../src/platform/runtime/id.ts'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import { indexed } from '../../src/platform/search/index/stored-document.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { assignments } from '../../src/task/task/assignment.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { tasks } from '../../src/task/task/task.ts'
import { lockouts } from '../../src/users/lockout.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { recentPages } from '../../src/wiki/page/lists/recent-page.ts'
import { call } from '../support/call.ts'
import { startDynamoProxy } from '../support/dynamo-proxy.ts'
import { givenFile } from '../support/given-file.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle, world } from '../support/world.ts'
import { givenProject } from '../task/given.ts'

const folder = mkdtempSync(join(tmpdir(), 'replay-'))
const root = join(import.meta.dirname, '../..')
const yesterday = new Date(Date.now() - 86_400_000).toISOString()

const useTable = (dynamodb: string) => {
  const { endpoints, ...rest } = world()
  const variables = serviceVariables({ ...rest, endpoints: { ...endpoints, dynamodb } })
  writeFileSync(join(folder, 'running.json'), JSON.stringify({ pid: process.pid, variables }))
}

beforeEach(() => useTable(world().endpoints.dynamodb))
afterAll(() => rmSync(folder, { recursive: true }))

const start = (...words: string[]) => {
  const child = spawn(process.execPath, ['infra/commands/replay.ts', ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: folder },
  })
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => written.push(String(part)))
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    text: written.join(''),
  }))
  return { child, ended }
}

const replay = (...words: string[]) => start('--since', yesterday, ...words).ended

const found = async (as: SignedIn, q: string) => {
  const { body } = await call(searchEverything, { as, query: { q } })
  return body.items.map(({ id }: { id: string }) => id)
}

/** Removes a page from the index. */
const removeWords = async ({ id }: { id: string }) => {
  for await (const items of scanItems())
    await writeBatch(
      [],
      items.filter(({ pk, sk }) => /^(search|words|document)#/.test(pk) && `${pk}#${sk}`.includes(id)),
    )
}

describe('npm run replay', () => {
  test('prints its usage', async () => {
    const { code, text } = await start('--help').ended

    expect(code).toBe(0)
    expect(text).toMatch(/^Usage: npm run replay -- --since/)
  })

  test('continues past an item whose consequences fail, and names it at the end', async () => {
    const author = await signedIn()
    const space = await givenSpace(author)
    const written = await Promise.all([1, 2, 3].map(() => givenPage(author, space, { title: 'Zanzibar' })))
    const poison = { pk: `page#${randomUUID()}`, sk: 'page', entityType: 'wiki.page', version: 1 }
    await writeBatch([{ ...poison, summary: { tags: 'no list', updated_at: '2100-01-01' } } as never], [])

    const { code, text } = await replay()
    await writeBatch([], [poison])
    await settle({ mayFail: true })

    expect(code).toBe(1)
    expect(text).toContain(`1 of them failed, for the reasons above:\n{"pk":"${poison.pk}","sk":"page"}`)
    expect(await found(author, 'zanzibar')).toEqual(expect.arrayContaining(written.map(({ id }) => id)))
  })

  test('includes items without a date', async () => {
    const person = await signedIn()
    const until = Math.floor(Date.now() / 1000) + 900
    await lockouts.create({ id: randomUUID(), until, at: yesterday, user_id: person.id })

    const { code } = await replay()
    const { body } = await call(listNotifications, { as: person })

    expect(code).toBe(0)
    expect(body.items).toMatchObject([{ type: 'sign_in_attempts' }])
  })

  test('removes rows derived from deleted resources, and nothing else', async () => {
    const author = await signedIn()
    const space = await givenSpace(author)
    const shown = await givenFile(author)
    const content = `![a file](/api/v1/files/${shown.id}/contents)`
    const [gone, stays] = [
      await givenPage(author, space, { title: 'Quagga gone', content }),
      await givenPage(author, space, { title: 'Quagga stays' }),
    ]
    const project = await givenProject(author)
    const body = { title: 'Feed the quagga', assignee_ids: [author.id], due_date: '2030-01-31' }
    const task = await made(createTask, { as: author, params: { id: project.id }, body })
    await settle()
    await writeBatch([], [pages.keyOf(gone), tasks.keyOf(task)])
    const rows = [
      indexed.keyOf({ type: 'wiki_page', id: gone.id }),
      assignments.keyOf({ user_id: author.id, id: task.id }),
      recentPages.keyOf({ page_id: gone.id }),
      attachments.keyOf({ file_id: shown.id, type: 'wiki_page', thing_id: gone.id }),
      events.keyOf({ id: derivedId(Date.parse(task.created_at), `task.due#${task.id}`) }),
    ]
    const before = await getItems(rows)

    const { code, text } = await replay()
    await settle()

    expect(before).not.toContain(undefined)
    expect(code).toBe(0)
    expect(text).toMatch(/and [1-9]\d* rows of things that are gone were removed/)
    expect(await getItems(rows)).toEqual(rows.map(() => undefined))
    expect(await found(author, 'quagga')).toEqual([stays.id])
  })

  test('rebuilds only the index, from stored data', async () => {
    const author = await signedIn()
    const space = await givenSpace(author)
    const [lost, gone] = [
      await givenPage(author, space, { title: 'Okapi lost' }),
      await givenPage(author, space, { title: 'Okapi gone' }),
    ]
    await settle()
    await removeWords(lost)
    await writeBatch([], [pages.keyOf(gone)])
    const before = await found(author, 'okapi')

    const { code, text } = await start('--only', 'search').ended
    const { messages } = await settle()

    expect(before).toEqual([])
    expect([code, text]).toEqual([0, expect.stringMatching(/^[1-9]\d* things were handed/m)])
    expect(messages).toBeGreaterThan(0)
    expect(await found(author, 'okapi')).toEqual([lost.id])
    expect(await call(listNotifications, { as: author })).toMatchObject({ body: { items: [] } })
  })

  test.each([
    ['another part', ['--only', 'mail'], '--only must be search.'],
    ['no time without a part', [], '--since must be a time'],
  ])('refuses %s', async (_, words, reason) => {
    const { code, text } = await start(...words).ended

    expect(code).toBe(2)
    expect(text).toContain(reason)
  })

  test('continues after an interruption', async () => {
    const notes = Array.from({ length: 350 }, (_, n) => ({
      pk: `note#${n}`,
      sk: 'note',
      entityType: 'test.note',
    }))
    await writeBatch(notes, [])
    const proxy = await startDynamoProxy(world().endpoints.dynamodb)
    useTable(proxy.url)
    const scans = () => proxy.calls.filter(({ operation }) => operation === 'Scan').length
    const whole = await replay()
    const pagesInAll = scans()
    proxy.calls.length = 0
    proxy.keeps = (operation) => operation === 'Scan' && scans() > 2
    const file = join(folder, 'position.json')

    const { child, ended } = start('--since', yesterday, '--position', file)
    while (scans() < 3) await sleep(20)
    child.kill('SIGKILL')
    await ended
    proxy.keeps = () => false
    proxy.calls.length = 0
    const rest = await replay('--position', file)
    const pagesLeft = scans()
    await proxy.stop()

    expect([whole.code, rest.code]).toEqual([0, 0])
    const [handedAfter, handedInAll] = [rest, whole].map(
      ({ text }) => /\d+ things were handed/.exec(text)?.[0],
    )
    expect(handedAfter).toBe(handedInAll)
    expect(pagesLeft).toBe(pagesInAll - 2)
    expect(existsSync(file)).toBe(false)
  })
})
