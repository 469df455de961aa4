import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureLog, tokensIn } from '../support/captured-log.ts'
import { officeDocuments } from '../support/office-documents.ts'
import { openInCollabora } from './editors/collabora.ts'
import { lockText, openInMicrosoft } from './editors/microsoft.ts'
import { openInOnlyoffice } from './editors/onlyoffice.ts'
import { openStage, type Stage } from './editors/stage.ts'

/**
 * Real documents from their upload to the end of an editor's session, over HTTP, with a check of their final contents.
 */

let stage: Stage
let log: ReturnType<typeof captureLog>
let tokens: string[]

const onStage = (manner: Parameters<typeof openStage>[0]) => {
  beforeAll(async () => {
    log = captureLog()
    stage = await openStage(manner)
    tokens = [stage.owner.token]
  })

  afterAll(async () => {
    log.release()
    await stage.stop()
  })

  test('logs no part of a token', () => {
    const text = log.text()

    expect(tokens.length).toBeGreaterThan(officeDocuments.length)
    expect(text).toContain('"route":"/api/v1/wopi/files/{id}/contents"')
    expect(tokensIn(text, tokens)).toEqual([])
    expect(text).not.toContain('access_token')
    expect(text).not.toContain('X-Amz-Signature')
  })
}

const given = async (document: (typeof officeDocuments)[number]) => {
  const { web, owner } = stage
  const file = await web.upload(owner, document)
  const opening = await web.open(owner, file)
  tokens.push(opening.access_token)
  return { file, opening }
}

const stored = (file: { id: string }) => stage.web.download(stage.owner, file)

test('the documents cover four types, and editing changes their bytes', () => {
  const kinds = new Set(officeDocuments.map(({ name }) => name.split('.')[1]))

  expect(kinds).toEqual(new Set(['docx', 'xlsx', 'pptx', 'odt']))
  for (const { bytes, edited } of officeDocuments) expect(bytes.equals(edited)).toBe(false)
})

describe('Collabora Online', () => {
  test.for(officeDocuments)('opens $name, saves it and closes it', async (document) => {
    const { file, opening } = await given(document)

    const session = await openInCollabora(opening, stage.sign)
    const autosaved = await session.save(document.edited, { isAutosave: true })
    const kept = await session.keepLock()
    const saved = await session.save(document.edited, { isExitSave: true })
    const closed = await session.exit()
    const again = await openInCollabora(opening, stage.sign)

    expect(session.info).toMatchObject({ BaseFileName: document.name, Size: document.bytes.length })
    expect([session.isReadOnly, session.bytes.equals(document.bytes)]).toEqual([false, true])
    expect([autosaved, kept.status, saved, closed.status]).toEqual(['saved', 200, 'saved', 200])
    expect([again.isReadOnly, again.bytes.equals(document.edited)]).toEqual([false, true])
    expect((await stored(file)).equals(document.edited)).toBe(true)
  })

  onStage('collabora')
})

describe('ONLYOFFICE Docs', () => {
  test.for(officeDocuments)('opens $name, saves it and closes it', async (document) => {
    const { file, opening } = await given(document)

    const session = await openInOnlyoffice(opening, stage.sign)
    const autosaved = await session.save(document.edited, { isAutosave: true })
    const kept = await session.refreshLock()
    const saved = await session.save(document.edited, { isExitSave: true })
    const closed = await session.exit()

    expect(session.info).toMatchObject({ BaseFileName: document.name, Size: document.bytes.length })
    expect([session.mode, session.bytes.equals(document.bytes)]).toEqual(['edit', true])
    expect([autosaved, kept, saved, closed].map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await stored(file)).equals(document.edited)).toBe(true)
  })

  onStage('onlyoffice')
})

describe('Microsoft 365', () => {
  test.for(officeDocuments)('opens $name, saves it and closes it', async (document) => {
    const { file, opening } = await given(document)
    const lock = lockText()

    const session = openInMicrosoft(opening, stage.sign)
    const before = await session.checkFileInfo()
    const read = await session.getFile()
    const locked = await session.lock(lock)
    const saved = await session.putFile(document.edited, lock)
    const refreshed = await session.refreshLock(lock)
    const unlocked = await session.unlock(lock)
    const after = await session.checkFileInfo()

    const versions = [read, locked, saved, unlocked].map(({ headers }) => headers.get('x-wopi-itemversion'))
    expect([read, locked, saved, refreshed, unlocked].map(({ status }) => status)).toEqual(
      Array.from({ length: 5 }, () => 200),
    )
    expect(read.bytes.equals(document.bytes)).toBe(true)
    expect(versions).toEqual([before.Version, before.Version, after.Version, after.Version])
    expect(after.Version).not.toBe(before.Version)
    expect(after.Size).toBe(document.edited.length)
    expect((await stored(file)).equals(document.edited)).toBe(true)
  })

  onStage('microsoft 365')
})
