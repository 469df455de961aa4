import { execFile } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { copyProject } from '../support/copy.ts'

const copy = copyProject()
afterAll(copy.remove)

const writeDocument = () => promisify(execFile)(process.execPath, ['infra/openapi.ts'], { cwd: copy.folder })

describe('In a folder with spaces, umlauts, a quote and an ampersand', () => {
  test('npm run openapi finds every endpoint', async () => {
    const file = join(copy.folder, 'src/docs/openapi.json')
    const expected = readFileSync(file, 'utf8')
    writeFileSync(file, '{}')

    await writeDocument()

    expect(readFileSync(file, 'utf8')).toBe(expected)
  })

  test('a service without endpoints is refused', async () => {
    for (const folder of globSync('src/*/endpoints', { cwd: copy.folder }))
      rmSync(join(copy.folder, folder), { recursive: true })

    await expect(writeDocument()).rejects.toThrow('There is no file src/*/endpoints/*.ts in ')
  })
})
