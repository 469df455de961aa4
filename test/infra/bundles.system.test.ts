import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packaged } from '../../esbuild.config.ts'
import { chunkedBuild } from '../../infra/packaging/chunked-build.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
const entryPoints = [
  'src/health/endpoints/read-health.ts',
  'src/auth/endpoints/login.ts',
  'src/models/endpoints/list-models.ts',
  'src/task/endpoints/create-task.ts',
  'src/stream.ts',
  'src/not-found.ts',
]

beforeAll(async () => {
  const options = { ...packaged, absWorkingDir: root, outbase: join(root, 'src'), outdir: folder }
  for (const source of entryPoints)
    for (const { path, contents } of await chunkedBuild(
      { ...options, outExtension: { '.js': '.mjs' } },
      source,
    )) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, contents)
    }
})

afterAll(() => rmSync(folder, { recursive: true }))

const bundle = (file: string) => join(folder, file)

describe('a packaged function', () => {
  test('answers without its packages in node_modules', async () => {
    const event = {
      httpMethod: 'GET',
      headers: {},
      requestContext: { requestId: 'r', identity: { sourceIp: '192.0.2.1' } },
    }
    const script = `const { readHealth } = await import(process.argv[1])
      console.log(JSON.stringify(await readHealth(${JSON.stringify(event)}, {})))`

    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', script, bundle('health/endpoints/read-health.mjs')],
      { cwd: folder },
    )

    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
      statusCode: 200,
      body: '{"status":"ok"}',
    })
  })

  test.each([
    'health/endpoints/read-health.mjs',
    'auth/endpoints/login.mjs',
    'models/endpoints/list-models.mjs',
    'stream.mjs',
    'not-found.mjs',
  ])('%s has no static imports, is below 500 KB and reads credentials only from the environment', (file) => {
    const code = readFileSync(bundle(file), 'utf8')

    expect(code).not.toMatch(/^import\b|[;}]import[ {*"']/)
    expect(code.length).toBeLessThan(500_000)
    expect(code).not.toContain('GetRoleCredentials')
  })

  test('shares modules with its parts', async () => {
    const files = globSync(bundle('task/endpoints/create-task*.mjs'))
    const script = 'for (const file of process.argv.slice(1)) await import(file)'

    const loaded = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, ...files])

    expect(files.length).toBeGreaterThan(20)
    await expect(loaded).resolves.toEqual({ stdout: '', stderr: '' })
  })
})
