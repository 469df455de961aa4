import { beforeAll, describe, expect, test } from 'vitest'
import { files } from '../../src/files/file/file.ts'
import { listFiles } from '../../src/files/endpoints/list-files.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { call } from '../support/call.ts'
import { editorWith, givenEditor, type Editor, type WopiAnswer } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

let owner: SignedIn
let file: { id: string }
let editor: Editor

beforeAll(async () => {
  owner = await signedIn()
  file = await givenFile(owner, { name: 'report.docx' })
  editor = await givenEditor(owner, file)
})

const suggest = (name: string, text = 'copy') =>
  editor.operate('PUT_RELATIVE', { 'X-WOPI-SuggestedTarget': name }, text)
const exactly = (name: string, headers = {}, text = 'copy') =>
  editor.operate('PUT_RELATIVE', { 'X-WOPI-RelativeTarget': name, ...headers }, text)

const idOf = ({ body }: WopiAnswer) => new URL(body.Url).pathname.split('/').at(-1) as string

/** Returns an editor on the file that a response names. */
const opened = (answer: WopiAnswer) => {
  const { searchParams } = new URL(answer.body.Url)
  return editorWith(searchParams.get('access_token') as string, { id: idOf(answer) })
}

/** Renames the created file, while the index still has its old name. */
const renameUnlisted = async (answer: WopiAnswer, name: string) => {
  const known = await files.get({ id: idOf(answer) })
  const { change, ...update } = files.toUpdate(known, { name })
  const { gsi2pk } = files.itemOf(known)
  const set = change.set!.map(([path, value]) => [path, path === 'gsi2pk' ? gsi2pk : value] as const)
  await writeItem({ ...update, change: { ...change, set } })
}

describe('PutRelativeFile with a suggested name', () => {
  test('creates a file of the same person, with a token for it', async () => {
    const answer = await suggest('minutes.docx', 'minutes')

    const copy = opened(answer)
    expect(answer.status).toBe(200)
    expect(answer.body.Name).toBe('minutes.docx')
    expect((await copy.read()).text).toBe('minutes')
    expect((await copy.info()).body).toMatchObject({ BaseFileName: 'minutes.docx', UserCanWrite: true })
    expect((await editor.read()).text).toBe('hello')
    const { items } = (await call(listFiles, { as: owner })).body
    expect(items).toContainEqual(expect.objectContaining({ name: 'minutes.docx', status: 'ready', size: 7 }))
  })

  test.each([
    ['an extension', '.pdf', 'report.pdf'],
    ['an extension with a dot in it', '.tar.gz', 'report.tar.gz'],
    ['a path', '/home/user/plan.odt', 'plan.odt'],
    ['a path of Windows', 'C:\\user\\draft.odt', 'draft.odt'],
    ['UTF-7', '+ZYdO9g-1.docx', '文件1.docx'],
    ['nothing that a name could be', '..', 'report (2).docx'],
  ])('derives a name from %s', async (_, suggestion, name) => {
    const answer = await suggest(suggestion)

    expect([answer.status, answer.body.Name]).toEqual([200, name])
  })

  test('alters a taken name and a too long one', async () => {
    await suggest('twice.docx')

    const [second, long] = [await suggest('twice.docx'), await suggest(`${'x'.repeat(300)}.docx`)]

    expect(second.body.Name).toBe('twice (2).docx')
    expect(long.body.Name).toBe(`${'x'.repeat(250)}.docx`)
  })
})

describe('PutRelativeFile with a too long suggested name', () => {
  const face = '\u{1f600}'
  const faceInUtf7 = '+2D3eAA-'

  test.each([
    [
      'leaves out a character that would be cut in half',
      `${'x'.repeat(249)}${faceInUtf7}.docx`,
      `${'x'.repeat(249)}.docx`,
    ],
    ['keeps one that has room', `${'y'.repeat(248)}${faceInUtf7}z.docx`, `${'y'.repeat(248)}${face}.docx`],
    ['takes an endless extension for no extension', `z.${'x'.repeat(300)}`, `z.${'x'.repeat(253)}`],
  ])('%s', async (_, suggestion, name) => {
    const answer = await suggest(suggestion)

    expect([answer.status, answer.body.Name]).toEqual([200, name])
  })

  test.each([
    [
      'a character stands where the number comes',
      `${'x'.repeat(245)}${faceInUtf7}.docx`,
      `${'x'.repeat(245)} (2).docx`,
    ],
    ['the extension is endless', `a.${'x'.repeat(253)}`, `a.${'x'.repeat(249)} (2)`],
  ])('finds another name if %s', async (_, suggestion, name) => {
    await suggest(suggestion)

    const second = await suggest(suggestion)

    expect([second.status, second.body.Name]).toEqual([200, name])
  })
})

describe('PutRelativeFile with an exact name', () => {
  test('creates the file under this name', async () => {
    const answer = await exactly('exact.docx')

    expect([answer.status, answer.body.Name]).toEqual([200, 'exact.docx'])
  })

  test('returns 409 with a free name if the name is taken', async () => {
    await exactly('über.docx'.replace('ü', '+APw-'))

    const answer = await exactly('+APw-ber.docx')

    expect(answer.status).toBe(409)
    expect(answer.headers['x-wopi-validrelativetarget']).toBe('+APw-ber (2).docx')
    expect(answer.headers['x-wopi-lock']).toBe('')
  })

  test('returns 409 with the lock of the file that has the name', async () => {
    const made = await exactly('locked.docx')
    await opened(made).operate('LOCK', { 'X-WOPI-Lock': 'mine' })

    const answer = await exactly('locked.docx')

    expect([answer.status, answer.headers['x-wopi-lock']]).toEqual([409, 'mine'])
  })

  test('leaves a file unchanged that has another name now', async () => {
    const made = await exactly('before.docx', {}, 'old')
    const renamed = opened(made)
    await renameUnlisted(made, 'after.docx')

    const answer = await exactly('before.docx', { 'X-WOPI-OverwriteRelativeTarget': 'True' }, 'new')

    expect([answer.status, answer.body.Name]).toEqual([200, 'before.docx'])
    expect([(await renamed.read()).text, (await opened(answer).read()).text]).toEqual(['old', 'new'])
  })

  test('overwrites the file if requested, unless it is locked', async () => {
    const made = await exactly('again.docx', {}, 'old')
    const overwrite = { 'X-WOPI-OverwriteRelativeTarget': 'True' }

    const replaced = await exactly('again.docx', overwrite, 'new')
    await opened(made).operate('LOCK', { 'X-WOPI-Lock': 'mine' })
    const locked = await exactly('again.docx', overwrite, 'newer')

    expect(replaced.status).toBe(200)
    expect((await opened(made).read()).text).toBe('new')
    expect([locked.status, locked.headers['x-wopi-lock']]).toEqual([409, 'mine'])
  })

  test.each(['a/b.docx', '..', 'x'.repeat(256)])('returns 400 for %s', async (name) => {
    expect((await exactly(name)).status).toBe(400)
  })
})

describe('PutRelativeFile', () => {
  test('requires exactly one of the two names', async () => {
    const both = await exactly('a.docx', { 'X-WOPI-SuggestedTarget': 'b.docx' })
    const none = await editor.operate('PUT_RELATIVE')

    expect(both.status, 'both').toBe(400)
    expect(none.status, 'none').toBe(400)
  })

  test('returns 501 to people who may only read', async () => {
    const reader = await signedIn()
    const viewer = await givenEditor(reader, await givenFile(owner, { grants: [[reader, 'read']] }))

    const answer = await viewer.operate('PUT_RELATIVE', { 'X-WOPI-SuggestedTarget': 'mine.docx' })

    expect(answer.status).toBe(501)
  })

  test('creates a file owned by the person who saves the copy', async () => {
    const friend = await signedIn()
    const theirs = await givenEditor(friend, await givenFile(owner, { grants: [[friend, 'write']] }))

    await theirs.operate('PUT_RELATIVE', { 'X-WOPI-SuggestedTarget': 'mine.docx' }, 'copy')

    const { items } = (await call(listFiles, { as: friend })).body
    expect(items).toMatchObject([{ name: 'mine.docx', owner: { id: friend.id } }])
  })
})
