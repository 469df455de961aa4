import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noticesBelow } from '../../infra/packaging/third-party-notices.ts'

const root = mkdtempSync(join(tmpdir(), 'notices-'))

const files = {
  'infra/packaging/licenses/MIT.txt': 'Permission is granted.\n',
  'node_modules/a/package.json': '{"name":"a","version":"1.0.0","license":"ISC"}',
  'node_modules/a/LICENSE': '\r\nUse  it\r\nfreely.\r\n',
  'node_modules/a/NOTICE.md': 'Made by A.',
  'node_modules/@b/b/package.json': '{"name":"@b/b","version":"2.0.0","license":"MIT"}',
  'node_modules/@b/b/COPYING': 'Use it freely.',
  'node_modules/@b/b/node_modules/c/package.json': '{"name":"c","version":"3.0.0","license":"MIT"}',
  'node_modules/@b/b/node_modules/c/licence.txt': 'Use it\n  freely.\n',
  'node_modules/d/package.json': '{"name":"d","version":"4.0.0","license":"MIT","author":{"name":"Dora"}}',
  'node_modules/e/package.json': '{"name":"e","version":"5.0.0","license":"Other"}',
}

beforeAll(() => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
})

afterAll(() => rmSync(root, { recursive: true }))

const notices = (...paths: string[]) => noticesBelow(root)(paths)

describe('noticesBelow', () => {
  test('lists each package once and joins all its license files', () => {
    expect(notices('node_modules/a/lib/one.js', 'src/own.ts', 'node_modules/a/two.js')).toBe(
      `THIRD-PARTY NOTICES\n\nContains code of:\n\na 1.0.0 (ISC)\n\n${'-'.repeat(80)}\n` +
        'a 1.0.0 (ISC)\n\nUse  it\nfreely.\n\nMade by A.\n',
    )
  })

  test('prints a text once if packages share it except for line breaks', () => {
    const text = notices('node_modules/@b/b/node_modules/c/c.js', 'node_modules/@b/b/b.js')

    expect(text).toContain('@b/b 2.0.0 (MIT)\nc 3.0.0 (MIT)\n\nUse it freely.\n')
    expect(text.match(/freely/g)).toHaveLength(1)
  })

  test('does not depend on the order of the files', () => {
    const paths = ['node_modules/a/a.js', 'node_modules/@b/b/b.js', 'node_modules/d/d.js']

    expect(notices(...paths)).toBe(notices(...paths.toReversed()))
  })

  test('adds the standard text and the author for a package without a license file', () => {
    expect(notices('node_modules/d/d.js')).toContain('Copyright (c) Dora\n\nPermission is granted.\n')
  })

  test('throws for a package with neither a license file nor a license with a standard text', () => {
    expect(() => notices('node_modules/e/e.js')).toThrow(
      'The package e has no license file, and Other has no standard text.',
    )
  })
})
