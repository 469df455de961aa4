import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { announceObject, storeContents } from '../../src/files/file/contents.ts'
import { replaceContents } from '../../src/files/version/replacement.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { listFiles } from '../../src/files/endpoints/list-files.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { readText } from '../../src/files/endpoints/read-text.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { files } from '../../src/files/file/file.ts'
import { texts } from '../../src/files/queues.ts'
import { fileText } from '../../src/files/stored-text/text-object.ts'
import { makeText } from '../../src/files/workers/make-text.ts'
import { headObject } from '../../src/platform/aws/s3.ts'
import { sendToQueues } from '../../src/platform/events/sqs.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { call } from '../support/call.ts'
import { givenFile, givenUpload, putBytes } from '../support/given-file.ts'
import { functionOf, recordOf } from '../support/messages.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle, settleAfter } from '../support/world.ts'
import { purge } from '../trash/given.ts'

let owner: SignedIn

beforeAll(async () => {
  owner = await signedIn()
})

const letter = readFileSync(new URL('../fixtures/office/letter.docx', import.meta.url))
const scan = readFileSync(new URL('../documents/unreadable/no-text.pdf', import.meta.url))
const locked = readFileSync(new URL('../documents/unreadable/locked.docx', import.meta.url))

const textOf = async ({ id }: { id: string }) => (await fileText(await files.get({ id })))?.text

const statusOf = async (file: { id: string }) =>
  (await call(readFile, { as: owner, params: file })).body.text_status

const ask = (file: { id: string }, as = owner) => call(readText, { as, params: file })

/** Saves other bytes, as an editor does. */
const save = async ({ id }: { id: string }, bytes: string) => {
  const object_id = newId()
  const file = await files.get({ id })
  await announceObject(file, object_id, bytes.length)
  return replaceContents(file, await storeContents(file, object_id, Buffer.from(bytes)), owner)
}

const isTextKept = async ({ id, object_id }: { id: string; object_id: string }) =>
  (await headObject(`text/${id}/${object_id}.md`)) !== undefined

describe('The text of a file', () => {
  test('appears in the background after the bytes have arrived, without a new version', async () => {
    const { file, upload } = await givenUpload(owner, {
      name: 'letter.docx',
      size: letter.length,
      content_type: 'application/octet-stream',
    })
    await putBytes(upload, letter)

    const early = await ask(file)
    const ready = (await call(readFile, { as: owner, params: file })).body
    await settle({ deliveries: 2 })
    const late = await ask(file)

    expect(early).toMatchObject({ status: 409, headers: { 'retry-after': '2' } })
    expect(early.headers['x-error-code']).toBe('files.text_pending')
    expect(late).toMatchObject({ status: 200, headers: { 'content-type': 'text/markdown; charset=utf-8' } })
    expect(late.text).toContain('Dear')
    expect((await call(readFile, { as: owner, params: file })).body).toEqual({
      ...ready,
      text_status: 'ready',
    })
    const [listed] = (await call(listFiles, { as: owner })).body.items
    expect(listed).toMatchObject({ id: file.id, text_status: 'ready' })
  })

  test('follows saves of an editor, and the former text stays with its version', async () => {
    const { id } = await givenFile(owner, { name: 'plan.md', bytes: '# Plan\n\nThe first.' })
    await settle()
    const old = await files.get({ id })
    await save({ id }, '# Plan\n\nThe second.')

    const between = await statusOf({ id })
    await settle()
    const kept = await isTextKept(old)
    await settleAfter(3_601)

    expect([between, await statusOf({ id }), await textOf({ id })]).toEqual([
      'pending',
      'ready',
      '# Plan\n\nThe second.',
    ])
    expect([kept, await isTextKept(old)]).toEqual([true, true])
  })

  test('survives a save of the same bytes, which removes the old object', async () => {
    const { id } = await givenFile(owner, { name: 'plan.md', bytes: 'The same.' })
    await settle()
    await save({ id }, 'The same.')
    await settle()
    await settleAfter(3_601)

    expect([await statusOf({ id }), await textOf({ id })]).toEqual(['ready', 'The same.'])
  })

  test('follows the file type of a new name', async () => {
    const { id } = await givenFile(owner, {
      name: 'page',
      content_type: 'application/x-page',
      bytes: '<p>One</p>',
    })
    await settle()
    const before = await statusOf({ id })
    await call(updateFile, { as: owner, params: { id }, body: { name: 'page.html' } })

    const between = await statusOf({ id })
    await settle()

    expect([before, between, await statusOf({ id }), await textOf({ id })]).toEqual([
      'none',
      'pending',
      'ready',
      'One',
    ])
  })

  test('disappears when the file is purged', async () => {
    const { id } = await givenFile(owner, { name: 'plan.md', bytes: 'A plan.' })
    await settle()
    const known = await files.get({ id })
    const kept = await isTextKept(known)

    await call(deleteFile, { as: owner, params: { id } })
    await purge(owner, { id })
    await settle()
    const gone = await isTextKept(known)
    await sendToQueues([texts.message({ file_id: id, object_id: known.object_id })])
    await settle()

    expect([kept, gone, await isTextKept(known)]).toEqual([true, false, false])
  })

  test('can be read only by people who may read the file', async () => {
    const [reader, stranger] = await Promise.all([signedIn(), signedIn()])
    const file = await givenFile(owner, { name: 'plan.md', bytes: 'A plan.', grants: [[reader, 'read']] })
    await settle()

    expect((await ask(file, reader)).text).toBe('A plan.')
    expect((await ask(file, stranger)).status).toBe(404)
  })
})

describe('A file without text', () => {
  test.each([
    ['an image', { name: 'photo.png', content_type: 'image/png' }, 'none', /no readable text/],
    ['an archive', { name: 'all.zip', content_type: 'application/zip' }, 'none', /no readable text/],
    [
      'a letter of an old program',
      { name: 'letter.doc', bytes: 'x' },
      'none',
      /save the doc file as docx or odt first/,
    ],
    ['an empty file', { name: 'empty.txt', bytes: '' }, 'none', /is empty/],
    ['a scan', { name: 'scan.pdf', bytes: scan }, 'none', /may be a scan/],
    ['a document with a password', { name: 'locked.docx', bytes: locked }, 'failed', /password/],
    [
      'a document that is none',
      { name: 'fake.pdf', bytes: 'hello' },
      'failed',
      /contents are of another type/,
    ],
  ])('gives the reason for %s', async (_, given, status, why) => {
    const file = await givenFile(owner, given)

    await settle()

    const answer = await ask(file)
    expect([await statusOf(file), answer.status, answer.headers['x-error-code']]).toEqual([
      status,
      422,
      'files.no_text',
    ])
    expect(answer.detail).toMatch(why)
    expect(await textOf(file)).toBeUndefined()
  })

  test('returns 409 while the bytes have not arrived', async () => {
    const { file } = await givenUpload(owner)

    const answer = await ask(file)

    expect([answer.status, answer.headers['x-error-code']]).toEqual([409, 'files.not_arrived'])
    expect(await statusOf(file)).toBe('pending')
  })

  test.each([
    [60, 'ready'],
    [61, 'failed'],
  ])('gets retries for an hour: delivery %i ends as %s', async (delivery, status) => {
    const { id } = await givenFile(owner, { name: 'note.txt', bytes: 'Bring milk.' })
    const { object_id } = await files.get({ id })
    const body = { file_id: id, object_id, waits: 0 }

    await functionOf(makeText)({ Records: [recordOf({ kind: makeText.kind, body }, delivery)] })

    expect(await statusOf({ id })).toBe(status)
  })
})
