import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { call, type Answer } from '../support/call.ts'
import { givenEditor, type Editor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

let owner: SignedIn
let file: { id: string; updated_at: string }
let editor: Editor

beforeEach(async () => {
  owner = await signedIn()
  file = await givenFile(owner)
  editor = await givenEditor(owner, file)
})

afterEach(() => {
  vi.useRealTimers()
})

const lock = (id: string) => editor.operate('LOCK', { 'X-WOPI-Lock': id })
const relock = (id: string, old: string) =>
  editor.operate('LOCK', { 'X-WOPI-Lock': id, 'X-WOPI-OldLock': old })
const getLock = async () => (await editor.operate('GET_LOCK')).headers['x-wopi-lock']

/** Returns status and lock of a response. */
const seen = ({ status, headers }: Answer) => [status, headers['x-wopi-lock']]

describe('LOCK', () => {
  test('locks a file, and locks it again for the same ID', async () => {
    const answers = [await lock('a'), await lock('a')]

    expect(answers.map(seen)).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    expect(answers[0]?.headers['x-wopi-itemversion']).toBe((await editor.info()).body.Version)
    expect(await getLock()).toBe('a')
  })

  test('returns 409 with the present lock', async () => {
    await lock('a')

    const answer = await lock('b')

    expect(seen(answer)).toEqual([409, 'a'])
    expect(answer.headers['x-wopi-lockfailurereason']).toBe('The file is locked by another')
    expect(await getLock()).toBe('a')
  })

  test('compares IDs without parsing them', async () => {
    await lock('{"S":"1","F":4}')

    const statuses = await statusByCase({
      'a lock of another': await lock('{"F":4,"S":"1"}'),
      'the same in another order': await lock('{"S":"1","F":4}'),
    })

    expect(statuses).toEqual({
      'a lock of another': 409,
      'the same in another order': 200,
    })
  })

  test.each([undefined, '', 'ü', 'x'.repeat(1_025)])('rejects the ID %s', async (id) => {
    const answer = await editor.operate('LOCK', id === undefined ? {} : { 'X-WOPI-Lock': id })

    expect(answer.status).toBe(400)
  })

  test('accepts IDs of up to 1,024 characters', async () => {
    const id = 'x'.repeat(1_024)

    expect((await lock(id)).status).toBe(200)
    expect(await getLock()).toBe(id)
  })

  test('succeeds once for 20 concurrent requests, and the others receive the winning lock', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => lock(`lock-${n}`)))

    const winner = await getLock()
    const losers = answers.filter(({ status }) => status === 409)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(losers).toHaveLength(19)
    for (const { headers } of losers) expect(headers['x-wopi-lock']).toBe(winner)
  })

  test('appears in the file without counting as a change', async () => {
    await lock('a')

    const { body } = await call(readFile, { as: owner, params: file })

    expect(Date.parse(body.locked_until!) - Date.now()).toBeGreaterThan(29 * 60_000)
    expect(body.updated_at).toBe(file.updated_at)
    expect(body).not.toHaveProperty('lock_id')
  })

  test('expires after 30 minutes, and 30 minutes after a refresh', async () => {
    const later = (minutes: number) =>
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    await lock('a')
    later(29)
    await editor.operate('REFRESH_LOCK', { 'X-WOPI-Lock': 'a' })
    later(29)
    const kept = await getLock()
    later(2)

    const over = [await getLock(), (await lock('b')).status]

    expect([kept, ...over]).toEqual(['a', '', 200])
  })
})

describe('GET_LOCK', () => {
  test('returns 200 with an empty lock if there is none', async () => {
    const answer = await editor.operate('GET_LOCK')

    expect(seen(answer)).toEqual([200, ''])
  })
})

describe.each(['UNLOCK', 'REFRESH_LOCK'])('%s', (operation) => {
  const operate = (id: string) => editor.operate(operation, { 'X-WOPI-Lock': id })

  test('returns 409 with an empty lock if there is none', async () => {
    expect(seen(await operate('a'))).toEqual([409, ''])
  })

  test('returns 409 with the present lock if it is another one', async () => {
    await lock('a')

    expect(seen(await operate('b'))).toEqual([409, 'a'])
    expect(await getLock()).toBe('a')
  })

  test('succeeds with the present lock', async () => {
    await lock('a')

    const answer = await operate('a')

    expect(seen(answer)).toEqual([200, undefined])
    expect(answer.headers['x-wopi-itemversion']).toBe((await editor.info()).body.Version)
    expect(await getLock()).toBe(operation === 'UNLOCK' ? '' : 'a')
  })
})

describe('UnlockAndRelock', () => {
  test('replaces one lock by another', async () => {
    await lock('a')

    const answer = await relock('b', 'a')

    expect(seen(answer)).toEqual([200, undefined])
    expect(await getLock()).toBe('b')
  })

  test('returns 400 under its own name without the old lock, and locks nothing', async () => {
    const answer = await editor.operate('UNLOCK_AND_RELOCK', { 'X-WOPI-Lock': 'b' })

    expect(answer.status).toBe(400)
    expect(await getLock()).toBe('')
  })

  test('returns 409 unless the old lock is present', async () => {
    const unlocked = await relock('b', 'a')
    await lock('c')
    const locked = await relock('b', 'a')

    expect([unlocked, locked].map(seen)).toEqual([
      [409, ''],
      [409, 'c'],
    ])
  })

  test('excludes a concurrent save unless the save comes first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [old, next] = [`old-${round}`, `next-${round}`]
      await lock(old)

      const [saved, relocked] = await Promise.all([
        editor.save(`round ${round}`, { 'X-WOPI-Lock': old }),
        relock(next, old),
      ])

      expect(relocked.status).toBe(200)
      if (saved.status !== 200) expect(seen(saved)).toEqual([409, next])
      expect((await editor.read()).text === `round ${round}`).toBe(saved.status === 200)
      await editor.operate('UNLOCK', { 'X-WOPI-Lock': next })
    }
  })
})

describe('A person who may only read', () => {
  test('can read the lock, but not change it', async () => {
    const reader = await signedIn()
    const shared = await givenFile(owner, { grants: [[reader, 'read']] })
    const viewer = await givenEditor(reader, shared)
    const operations = ['LOCK', 'UNLOCK', 'REFRESH_LOCK']

    const answers = await Promise.all(
      operations.map((operation) => viewer.operate(operation, { 'X-WOPI-Lock': 'a' })),
    )

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(seen(await viewer.operate('GET_LOCK'))).toEqual([200, ''])
  })
})
