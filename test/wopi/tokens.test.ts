import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { logout } from '../../src/auth/endpoints/logout.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { createToken } from '../../src/wopi/endpoints/create-token.ts'
import { readWopiToken } from '../../src/wopi/token.ts'
import { call } from '../support/call.ts'
import { editorWith, givenEditor } from '../support/given-editor.ts'
import { givenFile, givenUpload } from '../support/given-file.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

let owner: SignedIn
let admin: SignedIn

beforeAll(async () => {
  ;[owner, admin] = await Promise.all([signedIn(), signedIn({ role: 'admin' })])
})

describe('POST /wopi/files/{id}/token', () => {
  test('creates a short, URL-safe token with its expiry in milliseconds since 1970', async () => {
    const file = await givenFile(owner, { name: 'letter.docx' })

    const answer = await call(createToken, { as: owner, params: file, query: { ttl: 60 } })

    const { access_token, access_token_ttl, expires_in, wopi_src, editor_url } = answer.body
    expect(answer.status).toBe(200)
    expect(access_token).toMatch(/^[\w.-]{1,1000}$/)
    expect(expires_in).toBe(60)
    expect(access_token_ttl).toBe((decodeJwt(access_token).exp as number) * 1000)
    expect(Math.abs(access_token_ttl - Date.now() - 60_000)).toBeLessThan(5_000)
    expect(wopi_src).toBe(`http://127.0.0.1:3000/api/v1/wopi/files/${file.id}`)
    expect(new URL(editor_url!).searchParams.get('WOPISrc')).toBe(wopi_src)
    expect(editor_url).not.toContain(access_token)
  })

  test('creates a token with a lifetime of ten hours by default', async () => {
    const file = await givenFile(owner)

    const { body } = await call(createToken, { as: owner, params: file })

    expect(body.expires_in).toBe(36_000)
  })

  test.each([59, 86_401, '1.5', 'day'])('rejects a ttl of %s', async (ttl) => {
    const file = await givenFile(owner)

    const answer = await call(createToken, { as: owner, params: file, query: { ttl } })

    expect(answer.status).toBe(422)
    expect(answer.detail).toMatch(/^"ttl" must be/)
  })

  test('requires read access and uploaded bytes', async () => {
    const [file, waiting, stranger] = await Promise.all([givenFile(owner), givenUpload(owner), signedIn()])

    const foreign = await call(createToken, { as: stranger, params: file })
    const early = await call(createToken, { as: owner, params: waiting.file })

    expect(foreign.status, 'foreign').toBe(404)
    expect(early.status, 'early').toBe(409)
  })

  test('returns no editor URL for a file of an unknown type', async () => {
    const file = await givenFile(owner, { name: 'firmware.bin' })

    const { body } = await call(createToken, { as: owner, params: file })

    expect(body.editor_url).toBeNull()
  })
})

describe('A token of the editor', () => {
  test('opens its file and nothing else', async () => {
    const [file, other] = [await givenFile(owner), await givenFile(owner)]
    const { token, info } = await givenEditor(owner, file)

    const statuses = await statusByCase({
      'its own file': info(),
      'another file': editorWith(token, other).info(),
      'saving another file': editorWith(token, other).save('stolen'),
      'another endpoint': call(readMe, { as: { token } }),
    })

    expect(statuses).toEqual({
      'its own file': 200,
      'another file': 401,
      'saving another file': 401,
      'another endpoint': 401,
    })
  })

  test.each([
    ['none', () => undefined],
    ['an empty one', () => ''],
    ['no token at all', () => 'abc'],
    ['one of the API', () => owner.token],
    ['one whose signature was cut', (good: string) => good.slice(0, -4)],
    ['one of another algorithm', (good: string) => good.replace(/^[^.]+/, btoa('{"alg":"none"}'))],
    ['one with other claims', (good: string) => good.replace(/\.[^.]+\./, `.${btoa('{"sub":"x"}')}.`)],
  ])('returns 401 for %s', async (_, forge) => {
    const file = await givenFile(owner)
    const { token } = await givenEditor(owner, file)

    const answer = await editorWith(forge(token) as string, file).info()

    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({
      detail: 'The access_token is missing, invalid, expired or for another file.',
    })
  })

  test('survives sign-out and a new password', async () => {
    const person = await signedIn()
    const editor = await givenEditor(person, await givenFile(person))
    await call(logout, { as: person })
    await call(updateUser, {
      as: admin,
      params: { id: person.id },
      body: { password: 'another long password' },
    })

    const answer = await editor.info()

    expect(answer.status).toBe(200)
  })

  test('expires with its lifetime', async () => {
    const file = await givenFile(owner)
    const { token } = await givenEditor(owner, file)
    const { exp } = decodeJwt(token)

    const claims = await readWopiToken(token)

    expect(claims).toEqual({ user_id: owner.id, file_id: file.id, permission: 'write', epoch: 0 })
    expect(exp).toBeLessThanOrEqual(Date.now() / 1000 + 36_000)
  })

  test('ends or shrinks with the grant, and never grows', async () => {
    const friend = await signedIn()
    const file = await givenFile(owner, { grants: [[friend, 'write']] })
    const share = (permission?: 'read' | 'write') => {
      const grants = permission ? [{ user_id: friend.id, permission }] : []
      return call(updateFile, { as: owner, params: file, body: { grants } })
    }
    const writing = await givenEditor(friend, file)
    await share('read')
    const reading = await givenEditor(friend, file)

    const lowered = await writing.info()
    await share('write')
    const raised = await reading.info()
    await share()
    const ended = await writing.info()

    expect([lowered.body.UserCanWrite, raised.body.UserCanWrite]).toEqual([false, false])
    expect(ended.status).toBe(401)
  })

  test('ends with the file', async () => {
    const file = await givenFile(owner)
    const editor = await givenEditor(owner, file)
    await call(deleteFile, { as: owner, params: file })

    const statuses = await statusByCase({
      CheckFileInfo: editor.info(),
      GetFile: editor.read(),
      PutFile: editor.save('x'),
    })

    expect(statuses).toEqual({
      CheckFileInfo: 404,
      GetFile: 404,
      PutFile: 404,
    })
  })

  test('ends permanently when the account is deactivated', async () => {
    const person = await signedIn()
    const editor = await givenEditor(person, await givenFile(person))
    const after = async (is_active: boolean) => {
      await made(updateUser, { as: admin, params: { id: person.id }, body: { is_active } })
      return (await editor.info()).status
    }

    expect([await after(false), await after(true)]).toEqual([401, 401])
  })
})
