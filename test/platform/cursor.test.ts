import { describe, expect, test } from 'vitest'
import { newSealKeys, sealRotation } from '../../infra/secrets/seal-keys.ts'
import { cursorSecretId } from '../../infra/local/settings/keys.ts'
import type { SealKeys } from '../../src/platform/runtime/seal.ts'
import { openCursor, sealCursor } from '../../src/platform/table/list/cursor.ts'
import { withSecrets } from '../support/secret-store.ts'

const refusal = '"cursor" must be the next_cursor'

/** Runs `work` like a process that starts while the secret store contains `keys`. */
const withKeys = <T>(keys: SealKeys | undefined, work: () => Promise<T>): Promise<T> =>
  withSecrets(new Map(keys && [[cursorSecretId, JSON.stringify(keys)]]), work)

describe('A cursor', () => {
  test('opens with its binding, and reveals nothing of its position', async () => {
    const cursor = await sealCursor('secret title#1', 'list')

    expect(await openCursor(cursor, 'list')).toBe('secret title#1')
    expect(Buffer.from(cursor.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('secret')
  })

  test('cannot be opened for another list, filter or caller', async () => {
    const cursor = await sealCursor('position', 'list of Ada')

    await expect(openCursor(cursor, 'list of Grace')).rejects.toThrow(refusal)
  })

  test('cannot be opened if a character is changed, missing or added', async () => {
    const cursor = await sealCursor('position', 'list')
    const altered = Array.from(cursor, (character, i) => {
      const other = character === 'A' ? 'B' : 'A'
      return `${cursor.slice(0, i)}${other}${cursor.slice(i + 1)}`
    })
    const sealed = cursor.split('.')[1] as string

    for (const wrong of [
      ...altered,
      cursor.slice(1),
      `${cursor}A`,
      '',
      'abc',
      `${cursor}=`,
      sealed,
      `${cursor}.`,
    ])
      await expect(openCursor(wrong, 'list'), wrong).rejects.toThrow(refusal)
  })
})

describe('The rotation of cursor keys', () => {
  test('opens with a new key before it seals with it, and with the old one until its retirement', async () => {
    const before = newSealKeys()
    const announced = sealRotation.announce(before)
    const signing = sealRotation.sign(announced)
    const retired = sealRotation.retire(signing)
    const steps = [before, announced, signing, retired]
    const cursors: string[] = []
    for (const keys of steps) cursors.push(await withKeys(keys, () => sealCursor('position', 'list')))
    const opened: boolean[][] = []
    for (const keys of steps) {
      const results = await withKeys(keys, () =>
        Promise.allSettled(cursors.map((cursor) => openCursor(cursor, 'list'))),
      )
      opened.push(results.map(({ status }) => status === 'fulfilled'))
    }

    expect(opened).toEqual([
      [true, true, false, false],
      [true, true, true, true],
      [true, true, true, true],
      [false, false, true, true],
    ])
  })
})

describe('Unreadable cursor keys', () => {
  test('cause a 503 instead of an invalid cursor', async () => {
    const cursor = await sealCursor('position', 'list')

    const answers = await withKeys(undefined, () =>
      Promise.allSettled([sealCursor('position', 'list'), openCursor(cursor, 'list')]),
    )

    expect(answers).toMatchObject([{ reason: { status: 503 } }, { reason: { status: 503 } }])
  })
})
