import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { copyProject } from '../support/copy.ts'

const copy = copyProject()
afterAll(copy.remove)

const run = (file: string) => promisify(execFile)(process.execPath, [file], { cwd: copy.folder })
const writeDocument = () => run('infra/commands/openapi.ts')

describe('a folder with spaces, umlauts, a quote and an ampersand', () => {
  test('npm run openapi finds every endpoint', async () => {
    const file = join(copy.folder, 'src/docs/openapi.yaml')
    const expected = readFileSync(file, 'utf8')
    writeFileSync(file, `${expected}# by hand\n`)

    await writeDocument()

    expect(readFileSync(file, 'utf8')).toBe(expected)
  })

  test('generates files once, and again after a source has changed', async () => {
    rmSync(join(copy.folder, '.generated'), { recursive: true })
    const ensure = async () => {
      await run('infra/generation/generation.ts')
      const file = join(copy.folder, '.generated/service.json')
      return { text: readFileSync(file, 'utf8'), inode: statSync(file).ino }
    }

    const first = await ensure()
    const unchanged = await ensure()
    writeFileSync(join(copy.folder, '.generated/former.json'), '')
    const project = join(copy.folder, 'package.json')
    writeFileSync(project, readFileSync(project, 'utf8').replace(/"version": ".*?"/, '"version": "9.9.9"'))
    const changed = await ensure()

    expect(unchanged).toEqual(first)
    expect(changed.text).toBe('{"version":"9.9.9"}')
    expect(existsSync(join(copy.folder, '.generated/former.json'))).toBe(false)
  })

  test('refuses outdated lists, which npm run openapi writes', async () => {
    const list = join(copy.folder, 'generated/resource-types.ts')
    const expected = readFileSync(list, 'utf8')
    writeFileSync(list, `${expected}// by hand\n`)

    await expect(run('infra/generation/generation.ts')).rejects.toThrow('commit generated/resource-types.ts')
    await writeDocument()

    expect(readFileSync(list, 'utf8')).toBe(expected)
  })

  test('refuses a service without endpoints', async () => {
    for (const folder of globSync('src/*/**/endpoints', { cwd: copy.folder }))
      rmSync(join(copy.folder, folder), { recursive: true })

    await expect(writeDocument()).rejects.toThrow('There is no file src/*/**/endpoints/*.ts in ')
  })
})
