import { describe, expect, test } from 'vitest'
import { openCursor, sealCursor } from '../../src/platform/cursor.ts'

describe('a cursor', () => {
  test('opens with its binding and shows nothing of its position', () => {
    const cursor = sealCursor('secret title#1', 'list')

    expect(openCursor(cursor, 'list')).toBe('secret title#1')
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('secret')
  })

  test('is refused for another list, filter or caller', () => {
    const cursor = sealCursor('position', 'list of Ada')

    expect(() => openCursor(cursor, 'list of Grace')).toThrow('"cursor" must be the next_cursor')
  })

  test('is refused when any character is another, is missing or is added', () => {
    const cursor = sealCursor('position', 'list')
    const altered = Array.from(cursor, (character, i) => {
      const other = character === 'A' ? 'B' : 'A'
      return `${cursor.slice(0, i)}${other}${cursor.slice(i + 1)}`
    })

    for (const wrong of [...altered, cursor.slice(1), `${cursor}A`, '', 'abc', `${cursor}=`])
      expect(() => openCursor(wrong, 'list'), wrong).toThrow('"cursor" must be')
  })
})
