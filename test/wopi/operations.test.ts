import { beforeEach, describe, expect, test } from 'vitest'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { call } from '../support/call.ts'
import { captureLog } from '../support/captured-log.ts'
import { givenEditor, type Editor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

let owner: SignedIn
let file: { id: string }
let editor: Editor

beforeEach(async () => {
  owner = await signedIn()
  file = await givenFile(owner, { name: 'report.docx' })
  editor = await givenEditor(owner, file)
})

const rename = (name: string, headers = {}) =>
  editor.operate('RENAME_FILE', { 'X-WOPI-RequestedName': name, ...headers }, 'a document that is ignored')

/** Returns an editor of a person with write permission on the owner’s file. */
const friendsEditor = async () => {
  const friend = await signedIn()
  return givenEditor(friend, await givenFile(owner, { grants: [[friend, 'write']] }))
}

describe('RENAME_FILE', () => {
  test('changes the name and keeps extension and URL', async () => {
    const answer = await rename('+ZYdO9g- 1')

    expect([answer.status, answer.body]).toEqual([200, { Name: '文件 1' }])
    expect((await editor.info()).body.BaseFileName).toBe('文件 1.docx')
  })

  test('returns 409 under another lock, and succeeds under its own', async () => {
    await editor.operate('LOCK', { 'X-WOPI-Lock': 'a' })

    const answers = [
      await rename('other', { 'X-WOPI-Lock': 'b' }),
      await rename('other', { 'X-WOPI-Lock': '' }),
      await rename('other', { 'X-WOPI-Lock': 'a' }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 200])
    expect(answers[0]?.headers['x-wopi-lock']).toBe('a')
  })

  test.each(['a/b', '', '+ACA-', 'x'.repeat(251)])('returns 400 with the reason for "%s"', async (name) => {
    const answer = await rename(name)

    expect(answer.status).toBe(400)
    expect(answer.headers['x-wopi-invalidfilenameerror']).toMatch(/^The name must/)
    expect((await editor.info()).body.BaseFileName).toBe('report.docx')
  })

  test('requires the owner', async () => {
    const answer = await (await friendsEditor()).operate('RENAME_FILE', { 'X-WOPI-RequestedName': 'x' })

    expect(answer.status).toBe(404)
  })
})

describe('DELETE', () => {
  test('deletes the file', async () => {
    const answer = await editor.operate('DELETE')

    expect(answer.status).toBe(200)
    expect((await call(readFile, { as: owner, params: file })).status).toBe(404)
    expect((await editor.info()).status).toBe(404)
  })

  test('returns 409 with the present lock', async () => {
    await editor.operate('LOCK', { 'X-WOPI-Lock': 'a' })

    const answer = await editor.operate('DELETE')

    expect([answer.status, answer.headers['x-wopi-lock']]).toEqual([409, 'a'])
    expect((await editor.info()).status).toBe(200)
  })

  test('requires the owner', async () => {
    expect((await (await friendsEditor()).operate('DELETE')).status).toBe(404)
  })
})

describe('PUT_USER_INFO', () => {
  test('stores a text for the person across all files', async () => {
    const other = await givenEditor(owner, await givenFile(owner))

    const answer = await editor.operate('PUT_USER_INFO', {}, 'zoom=120')

    expect(answer.status).toBe(200)
    expect((await other.info()).body.UserInfo).toBe('zoom=120')
    expect((await (await friendsEditor()).info()).body.UserInfo).toBeUndefined()
  })

  test('accepts at most 1,024 characters', async () => {
    const answer = await editor.operate('PUT_USER_INFO', {}, 'x'.repeat(1_025))

    expect(answer.status).toBe(400)
  })
})

describe('X-WOPI-Override', () => {
  test.each([undefined, 'COBALT', 'constructor'])('causes a 501 if it is %s', async (override) => {
    const answer = await editor.operate(override as string)

    expect(answer.status).toBe(501)
  })

  test('causes no error log for an unknown operation', async () => {
    const log = captureLog()

    await editor.operate('COBALT')

    log.release()
    const lines = log
      .text()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: string; code?: string })
    expect(lines).toEqual([expect.objectContaining({ level: 'info', status: 501, code: 'wopi.unsupported' })])
  })
})
