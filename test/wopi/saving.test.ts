import { beforeEach, describe, expect, test } from 'vitest'
import { scanItems } from '../../infra/operation/scan.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { call } from '../support/call.ts'
import { givenEditor, type Editor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

let owner: SignedIn
let file: { id: string }
let editor: Editor

beforeEach(async () => {
  owner = await signedIn()
  file = await givenFile(owner, { bytes: 'first' })
  editor = await givenEditor(owner, file)
})

const itemCount = async () => (await Array.fromAsync(scanItems())).flat().length

const lock = (id: string) => editor.operate('LOCK', { 'X-WOPI-Lock': id })

describe('PutFile', () => {
  test('saves under the lock, and returns the timestamp of CheckFileInfo', async () => {
    await lock('a')

    const answer = await editor.save('second', { 'X-WOPI-Lock': 'a' })

    const info = await editor.info()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ LastModifiedTime: info.body.LastModifiedTime })
    expect(answer.headers['x-wopi-itemversion']).toBe(info.body.Version)
    expect(info.body.Size).toBe(6)
    expect((await editor.read()).text).toBe('second')
    expect((await call(readFile, { as: owner, params: file })).body).toMatchObject({ size: 6 })
  })

  test('returns 409 without a lock, unless the file is empty', async () => {
    const empty = await givenEditor(owner, await givenFile(owner, { bytes: '' }))

    const [refused, taken] = await Promise.all([editor.save('second'), empty.save('first')])

    expect([refused.status, refused.headers['x-wopi-lock']]).toEqual([409, ''])
    expect(taken.status).toBe(200)
    expect((await empty.save('second')).status).toBe(409)
    expect((await editor.read()).text).toBe('first')
  })

  test('returns 409 with the lock of another editor', async () => {
    await lock('a')

    const answers = await Promise.all([editor.save('x', { 'X-WOPI-Lock': 'b' }), editor.save('x')])

    for (const { status, headers } of answers) expect([status, headers['x-wopi-lock']]).toEqual([409, 'a'])
    expect((await editor.read()).text).toBe('first')
  })

  test.each(['X-COOL-WOPI-Timestamp', 'X-LOOL-WOPI-Timestamp'])(
    'checks first the lock and then %s',
    async (header) => {
      await lock('a')
      const { LastModifiedTime } = (await editor.info()).body
      const stale = { [header]: '2020-01-01T00:00:00.000Z' }

      const locked = await editor.save('x', { 'X-WOPI-Lock': 'b', ...stale })
      const changed = await editor.save('x', { 'X-WOPI-Lock': 'a', ...stale })
      const known = await editor.save('second', { 'X-WOPI-Lock': 'a', [header]: LastModifiedTime })
      const forced = await editor.save('third', { 'X-WOPI-Lock': 'a' })

      expect(locked.body.COOLStatusCode).toBeUndefined()
      expect(changed.status).toBe(409)
      expect(changed.body).toEqual({
        detail: 'Someone else has changed the document.',
        COOLStatusCode: 1010,
      })
      expect(known.status, 'known').toBe(200)
      expect(forced.status, 'forced').toBe(200)
    },
  )

  test('names the size limit of the gateway', async () => {
    await lock('a')

    const answer = await editor.save('x'.repeat(4_669_441), { 'X-WOPI-Lock': 'a' })

    expect(answer.status).toBe(413)
    expect(answer.detail).toBe('The body must not be larger than 4669440 bytes.')
  })

  test('returns 404 to people who may only read', async () => {
    const reader = await signedIn()
    const shared = await givenFile(owner, { grants: [[reader, 'read']] })
    const viewer = await givenEditor(reader, shared)

    const answer = await viewer.save('x')

    expect(answer.status).toBe(404)
    expect((await viewer.read()).text).toBe('hello')
  })

  test('writes nothing until the save is allowed', async () => {
    await lock('a')
    const reader = await signedIn()
    const viewer = await givenEditor(reader, await givenFile(owner, { grants: [[reader, 'read']] }))
    const before = await itemCount()

    const statuses = await statusByCase({
      'who may only read': await viewer.save('x'),
      'another lock': await editor.save('x', { 'X-WOPI-Lock': 'b' }),
    })

    expect(statuses).toEqual({
      'who may only read': 404,
      'another lock': 409,
    })
    expect(await itemCount()).toBe(before)
  })

  test('accepts any content type and unknown parameters, but no other operation', async () => {
    await lock('a')
    const request = { 'X-WOPI-Lock': 'a', 'Content-Type': 'application/vnd.ms-excel' }

    const statuses = await statusByCase({
      'a body that looks like JSON': await editor.save('{"not": "read"', request),
      'another operation': await editor.save('x', { ...request, 'X-WOPI-Override': 'COBALT' }),
    })

    expect(statuses).toEqual({
      'a body that looks like JSON': 200,
      'another operation': 501,
    })
    expect((await editor.read()).text).toBe('{"not": "read"')
  })

  test('leaves no partial save after concurrent saves', async () => {
    await lock('a')
    const texts = Array.from({ length: 10 }, (_, n) => `text ${n}`)

    const answers = await Promise.all(texts.map((text) => editor.save(text, { 'X-WOPI-Lock': 'a' })))

    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200))
    const [info, contents] = [await editor.info(), await editor.read()]
    expect(texts).toContain(contents.text)
    expect(answers.map(({ headers }) => headers['x-wopi-itemversion'])).toContain(info.body.Version)
    expect(info.body.Size).toBe(contents.text.length)
  })
})
