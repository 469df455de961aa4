import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Opening } from '../support/web-files.ts'
import { jsonOf, type Answered, type Copied } from './editors/exchange.ts'
import { lockText, openInMicrosoft, type MicrosoftSession } from './editors/microsoft.ts'
import { openingOf, openStage, type Stage } from './editors/stage.ts'
import { statusByCase } from '../support/statuses.ts'

let stage: Stage
let file: { id: string }
let opening: Opening
let session: MicrosoftSession

const before = Buffer.from('as it was')
const edited = Buffer.from('as it is now')

beforeAll(async () => {
  stage = await openStage('microsoft 365')
})

afterAll(() => stage.stop())

beforeEach(async () => {
  file = await stage.web.upload(stage.owner, { name: 'talk.pptx', bytes: before })
  opening = await stage.web.open(stage.owner, file)
  session = openInMicrosoft(opening, stage.sign)
})

const stored = async () => (await stage.web.download(stage.owner, file)).toString()
const seen = ({ status, headers }: Answered) => [status, headers.get('x-wopi-lock')]
const copies = (headers: Record<string, string>) => session.operate('PUT_RELATIVE', headers, edited)

describe('Microsoft 365', () => {
  test('can use all operations on locks', async () => {
    const [one, two] = [lockText(), lockText()]

    const unlocked = [
      await session.getLock(),
      seen(await session.unlock(one)),
      seen(await session.refreshLock(one)),
    ]
    const taken = [seen(await session.lock(one)), seen(await session.lock(one)), await session.getLock()]
    // Microsoft 365 learns the present lock by sending wrong IDs
    const probed = [
      seen(await session.unlock('?')),
      seen(await session.refreshLock('?')),
      seen(await session.lock(two)),
    ]
    const wrong = [seen(await session.relock(two, '?')), seen(await session.putFile(edited, two))]
    const relocked = [seen(await session.relock(two, one)), await session.getLock()]
    const saved = [seen(await session.putFile(before, one)), seen(await session.putFile(edited, two))]
    const closed = [
      seen(await session.refreshLock(two)),
      seen(await session.unlock(two)),
      await session.getLock(),
    ]
    const late = [seen(await session.putFile(before, two)), seen(await session.relock(one, two))]

    const done = [200, null]
    expect(unlocked).toEqual(['', [409, ''], [409, '']])
    expect(taken).toEqual([done, done, one])
    expect(probed).toEqual([
      [409, one],
      [409, one],
      [409, one],
    ])
    expect(wrong).toEqual([
      [409, one],
      [409, one],
    ])
    expect(relocked).toEqual([done, two])
    expect(saved).toEqual([[409, two], done])
    expect(closed).toEqual([done, done, ''])
    expect(late).toEqual([
      [409, ''],
      [409, ''],
    ])
    expect(await stored()).toBe(String(edited))
  })

  test('fills an empty new document without locking it', async () => {
    const empty = await stage.web.upload(stage.owner, { name: 'new.pptx', bytes: Buffer.alloc(0) })
    const fresh = openInMicrosoft(await stage.web.open(stage.owner, empty), stage.sign)

    const [first, second] = [await fresh.putFile(edited, ''), await fresh.putFile(before, '')]

    expect([seen(first), seen(second)]).toEqual([
      [200, null],
      [409, ''],
    ])
    const { Size, SHA256 } = await fresh.checkFileInfo()
    expect([Size, SHA256]).toEqual([edited.length, createHash('sha256').update(edited).digest('base64')])
  })

  test('saves copies under an alterable name, and continues with the copy', async () => {
    const answers = [
      await copies({ 'X-WOPI-SuggestedTarget': '.pdf' }),
      await copies({ 'X-WOPI-SuggestedTarget': 'talk.pptx' }),
    ]

    const [pdf, talk] = answers.map((answer) => jsonOf<Copied>(answer)) as [Copied, Copied]
    const copy = openInMicrosoft(openingOf(talk), stage.sign)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const id = new URL(talk.Url).pathname.split('/').at(-1)
    expect(talk).toMatchObject({
      HostEditUrl: expect.stringMatching(new RegExp(`/files/${id}/open\\?action=edit$`)),
      HostViewUrl: expect.stringMatching(new RegExp(`/files/${id}/open\\?action=view$`)),
    })
    expect(pdf.Name).toMatch(/^talk( \(\d+\))?\.pdf$/)
    expect(talk.Name).toMatch(/^talk \(\d+\)\.pptx$/)
    expect(String((await copy.getFile()).bytes)).toBe(String(edited))
    expect(await copy.checkFileInfo()).toMatchObject({ BaseFileName: talk.Name, UserCanWrite: true })
  })

  test('saves copies under the exact name, and overwrites another file only on request', async () => {
    const exact = { 'X-WOPI-RelativeTarget': '+ZYdO9g-1.pptx', 'X-WOPI-Size': String(edited.length) }

    const made = await copies(exact)
    const taken = await copies(exact)
    const over = await copies({ ...exact, 'X-WOPI-OverwriteRelativeTarget': 'True' })
    const copy = openInMicrosoft(openingOf(jsonOf<Copied>(made)), stage.sign)
    const lock = lockText()
    await copy.lock(lock)
    const locked = await copies({ ...exact, 'X-WOPI-OverwriteRelativeTarget': 'True' })

    expect([made.status, jsonOf<Copied>(made).Name]).toEqual([200, '文件1.pptx'])
    expect([taken.status, taken.headers.get('x-wopi-validrelativetarget')]).toEqual([
      409,
      '+ZYdO9g-1 (2).pptx',
    ])
    expect(new URL(jsonOf<Copied>(over).Url).pathname).toBe(new URL(jsonOf<Copied>(made).Url).pathname)
    expect(seen(locked)).toEqual([409, lock])
  })

  test('renames a document, locked or not, without changing its identity', async () => {
    const rename = (name: string, lock: string) =>
      session.operate('RENAME_FILE', { 'X-WOPI-RequestedName': name, 'X-WOPI-Lock': lock })
    const lock = lockText()

    const free = await rename('draft', '')
    await session.lock(lock)
    const refused = await rename('other', '')
    const renamed = await rename('+ZYdO9g-1', lock)
    const illegal = await rename('a/b', lock)

    expect([free, renamed].map((answer) => jsonOf<object>(answer))).toEqual([
      { Name: 'draft' },
      { Name: '文件1' },
    ])
    expect(seen(refused)).toEqual([409, lock])
    expect([illegal.status, illegal.headers.has('x-wopi-invalidfilenameerror')]).toEqual([400, true])
    expect(await session.checkFileInfo()).toMatchObject({ BaseFileName: '文件1.pptx' })
  })

  test('stores settings of a person for all their documents', async () => {
    const other = await stage.web.upload(stage.owner, { name: 'other.pptx', bytes: before })
    const told = '{"seen":["welcome"]}'

    const { status } = await session.operate('PUT_USER_INFO', {}, told)

    const elsewhere = openInMicrosoft(await stage.web.open(stage.owner, other), stage.sign)
    expect([status, (await elsewhere.checkFileInfo()).UserInfo]).toEqual([200, told])
  })

  test('deletes an unlocked copy permanently', async () => {
    const copied = jsonOf<Copied>(await copies({ 'X-WOPI-SuggestedTarget': 'gone.pptx' }))
    const copy = openInMicrosoft(openingOf(copied), stage.sign)
    const lock = lockText()
    await copy.lock(lock)

    const locked = await copy.operate('DELETE')
    await copy.unlock(lock)
    const deleted = await copy.operate('DELETE')
    const statuses = await statusByCase({
      GetFile: copy.getFile(),
      LOCK: copy.lock(lock),
      DELETE: copy.operate('DELETE'),
    })

    expect([seen(locked), deleted.status]).toEqual([[409, lock], 200])
    expect(statuses).toEqual({
      GetFile: 404,
      LOCK: 404,
      DELETE: 404,
    })
  })

  test('receives 501 for unknown operations', async () => {
    const answers = await Promise.all(
      ['COBALT', 'ADD_ACTIVITIES', 'constructor', ''].map((override) => session.operate(override)),
    )

    expect(answers.map(({ status }) => status)).toEqual([501, 501, 501, 501])
  })

  test.each<[string, (headers: Record<string, string>, url: string) => Record<string, string>]>([
    ['without a proof', () => ({})],
    [
      'with the proof of another address',
      (_, url) => stage.server.signedHeaders({ token: opening.access_token, url: `${url}x` }),
    ],
    ['with the proof of another token', (_, url) => stage.server.signedHeaders({ token: 'other', url })],
    [
      'with a proof of half an hour ago',
      (headers) => ({
        ...headers,
        'X-WOPI-TimeStamp': String(BigInt(headers['X-WOPI-TimeStamp'] ?? 0) - 18_000_000_000n),
      }),
    ],
  ])('receives a 500 that changes nothing for requests %s', async (_, forge) => {
    const lock = lockText()
    await session.lock(lock)
    const forger = openInMicrosoft(opening, (request) => forge(stage.sign(request), request.url))

    const statuses = await statusByCase({
      GetFile: await forger.getFile(),
      PutFile: await forger.putFile(edited, lock),
      UNLOCK: await forger.unlock(lock),
    })

    expect(statuses).toEqual({
      GetFile: 500,
      PutFile: 500,
      UNLOCK: 500,
    })
    expect([await session.getLock(), await stored()]).toEqual([lock, String(before)])
  })

  test('continues while its keys are changed', async () => {
    await session.checkFileInfo()
    await stage.server.rotate()

    const current = await session.getFile()
    const old = openInMicrosoft(opening, (request) => stage.server.signedHeaders({ ...request, with: 'old' }))

    expect([current.status, (await old.getFile()).status]).toEqual([200, 200])
  })
})
