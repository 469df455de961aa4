import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signedIn } from '../support/people.ts'
import type { Opening } from '../support/web-files.ts'
import { openInCollabora } from './editors/collabora.ts'
import { openingOf, openStage, type Stage } from './editors/stage.ts'

let stage: Stage
let file: { id: string; etag: string }
let opening: Opening

const before = Buffer.from('as it was')
const [first, second] = [Buffer.from('the first to save'), Buffer.from('the second to save')]

beforeAll(async () => {
  stage = await openStage('collabora')
})

afterAll(() => stage.stop())

beforeEach(async () => {
  file = await stage.web.upload(stage.owner, { name: 'plan.odt', bytes: before })
  opening = await stage.web.open(stage.owner, file)
})

const open = (at = opening) => openInCollabora(at, stage.sign)
const stored = async (of = file) => (await stage.web.download(stage.owner, of)).toString()

describe('Collabora Online', () => {
  test('may only read a document that it opens before its last session has ended', async () => {
    const one = await open()

    const early = await open()
    await one.exit()
    const late = await open()

    expect([one, early, late].map(({ isReadOnly }) => isReadOnly)).toEqual([false, true, false])
    expect(await early.save(second)).toBe('locked by others')
    expect(await stored()).toBe(String(before))
  })

  test('learns that others have saved meanwhile, and overwrites their version only when forced', async () => {
    const sleeping = await open()
    await sleeping.exit()
    const other = await open()
    await other.save(first)
    await other.exit()
    await sleeping.keepLock()

    const outcomes = [
      await sleeping.save(second),
      await stored(),
      await sleeping.save(second, { isForced: true }),
    ]

    expect(outcomes).toEqual(['changed by others', String(first), 'saved'])
    expect(await stored()).toBe(String(second))
  })

  test('saves repeatedly, each time with the timestamp of the last response', async () => {
    const session = await open()

    const outcomes = []
    for (let count = 0; count < 5; count += 1) outcomes.push(await session.save(Buffer.from(`save ${count}`)))
    await session.exit()
    const next = await open()
    outcomes.push(await next.save(second))

    expect(outcomes).toEqual(Array.from({ length: 6 }, () => 'saved'))
    expect(await stored()).toBe(String(second))
  })

  test('renames an open document, with its contents in the body', async () => {
    const session = await open()

    const name = await session.rename('Pl+AOQ-ne', first)
    const info = (await open()).info

    expect(name).toBe('Pläne')
    expect(info.BaseFileName).toBe(`${name}.odt`)
    expect(await stored()).toBe(String(before))
    expect(await session.save(second)).toBe('saved')
  })

  test('saves under another name by a path, and continues with the copy', async () => {
    const session = await open()

    const copied = await session.saveAs('/home/someone/Entw+APw-rfe.odt', first)
    const copy = await open(openingOf(copied))
    const saved = await copy.save(second)

    expect(copied.Name).toBe('Entwürfe.odt')
    expect([copy.info.BaseFileName, copy.isReadOnly, String(copy.bytes)]).toEqual([
      copied.Name,
      false,
      String(first),
    ])
    expect([saved, await stored()]).toEqual(['saved', String(before)])
  })

  test('shows the document to a reader, and saves nothing', async () => {
    const reader = await signedIn()
    const shared = await stage.web.upload(stage.owner, {
      name: 'a.odt',
      bytes: before,
      grants: [[reader, 'read']],
    })

    const session = await open(await stage.web.open(reader, shared))

    expect(session.isReadOnly).toBe(true)
    expect([String(session.bytes), session.info.EnableOwnerTermination]).toEqual([String(before), false])
    await expect(session.save(second)).rejects.toThrow('PutFile was answered 404')
    await expect(session.rename('mine', second)).rejects.toThrow('Rename was answered 404')
    expect(await stored(shared)).toBe(String(before))
  })

  test('learns that a document has become too large', async () => {
    const session = await open()

    const outcomes = [
      await session.save(Buffer.alloc(4_669_441)),
      await session.save(Buffer.alloc(4_669_440)),
    ]

    expect(outcomes).toEqual(['too large', 'saved'])
  })

  test('changes nothing by opening and closing', async () => {
    const session = await open()
    await session.exit()
    const again = await open()

    expect(again.info).toEqual(session.info)
    expect(again.info.EnableOwnerTermination).toBe(true)
    expect(await stage.web.complete(stage.owner, file)).toMatchObject({ etag: file.etag })
  })
})
