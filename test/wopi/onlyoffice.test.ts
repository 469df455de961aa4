import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signedIn } from '../support/people.ts'
import type { Opening } from '../support/web-files.ts'
import { jsonOf } from './editors/exchange.ts'
import { openInCollabora } from './editors/collabora.ts'
import { openInOnlyoffice } from './editors/onlyoffice.ts'
import { openingOf, openStage, type Stage } from './editors/stage.ts'

let stage: Stage
let file: { id: string }
let opening: Opening

const before = Buffer.from('as it was')
const [first, second] = [Buffer.from('the first to save'), Buffer.from('the second to save')]

beforeAll(async () => {
  stage = await openStage('onlyoffice')
})

afterAll(() => stage.stop())

beforeEach(async () => {
  file = await stage.web.upload(stage.owner, { name: 'sums.xlsx', bytes: before })
  opening = await stage.web.open(stage.owner, file)
})

const open = (at = opening, wanted: 'edit' | 'view' = 'edit') => openInOnlyoffice(at, stage.sign, wanted)
const stored = async (of = file) => (await stage.web.download(stage.owner, of)).toString()

describe('ONLYOFFICE Docs', () => {
  test('lets several people edit one document under one lock', async () => {
    const friend = await signedIn()
    const shared = await stage.web.upload(stage.owner, {
      name: 'a.xlsx',
      bytes: before,
      grants: [[friend, 'write']],
    })
    const openings = [await stage.web.open(stage.owner, shared), await stage.web.open(friend, shared)]

    const sessions = await Promise.all(openings.map((at) => open(at)))
    const saved = await sessions[0]?.save(first)
    const closed = [await sessions[0]?.exit(), await sessions[1]?.exit()]

    expect(sessions.map(({ mode }) => mode)).toEqual(['edit', 'edit'])
    expect(sessions[0]?.lockId).toBe(sessions[1]?.lockId)
    expect(saved?.status).toBe(200)
    expect(closed.map((answer) => answer?.status)).toEqual([200, 409])
    expect(closed[1]?.headers.get('x-wopi-lock')).toBe('')
    expect(await stored(shared)).toBe(String(first))
  })

  test('falls back to viewing if the lock is refused', async () => {
    const reader = await signedIn()
    const shared = await stage.web.upload(stage.owner, {
      name: 'a.xlsx',
      bytes: before,
      grants: [[reader, 'read']],
    })

    const session = await open(await stage.web.open(reader, shared))
    const saved = await session.save(first)

    expect([session.mode, String(session.bytes), saved.status]).toEqual(['view', String(before), 404])
    expect(await stored(shared)).toBe(String(before))
  })

  test('falls back to viewing while another editor has the document open, and may edit it afterwards', async () => {
    const other = await openInCollabora(opening, stage.sign)

    const during = await open()
    const saved = await during.save(first)
    await other.exit()
    const afterwards = await open()

    expect([during.mode, afterwards.mode]).toEqual(['view', 'edit'])
    expect([saved.status, saved.headers.get('x-wopi-lock')]).toEqual([409, other.lockId])
    expect(await stored()).toBe(String(before))
  })

  test('learns that others have saved, with the older name of the header', async () => {
    const [one, two] = [await open(), await open()]
    await one.save(first)

    const answer = await two.save(second)

    expect([answer.status, jsonOf<object>(answer)]).toEqual([
      409,
      { detail: 'Someone else has changed the document.', COOLStatusCode: 1010 },
    ])
    expect(answer.headers.get('x-wopi-lock')).toBe(one.lockId)
    expect(await stored()).toBe(String(first))
  })

  test('keeps its lock by refreshing it, and learns of its loss', async () => {
    const session = await open()

    const kept = await session.refreshLock()
    await session.exit()
    const lost = await session.refreshLock()

    expect([kept.status, kept.headers.get('x-wopi-lock')]).toEqual([200, null])
    expect([lost.status, lost.headers.get('x-wopi-lock')]).toEqual([409, ''])
  })

  test('saves a copy under a name without sending its size', async () => {
    const session = await open()

    const copied = await session.saveAs('sums.pdf', first)
    const copy = await open(openingOf(copied), 'view')

    expect([copied.Name, copy.info.BaseFileName, String(copy.bytes)]).toEqual([
      'sums.pdf',
      'sums.pdf',
      String(first),
    ])
    expect(await stored()).toBe(String(before))
  })

  test('receives another version after each save, with matching timestamps', async () => {
    const session = await open()
    const answers = [await session.save(first), await session.save(first)]

    const { info } = await open()

    const times = [
      session.info.LastModifiedTime,
      ...answers.map((answer) => jsonOf<{ LastModifiedTime: string }>(answer).LastModifiedTime),
    ]
    const versions = [
      session.info.Version,
      ...answers.map(({ headers }) => headers.get('x-wopi-itemversion')),
    ]
    expect(new Set(versions).size).toBe(3)
    expect(new Set(times).size).toBe(3)
    expect([info.LastModifiedTime, info.Version]).toEqual([times[2], versions[2]])
  })
})
