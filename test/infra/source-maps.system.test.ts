import { PutObjectCommand } from '@aws-sdk/client-s3'
import { build } from 'esbuild'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packaged } from '../../esbuild.config.ts'
import { buildInBatches, sourceMapFile } from '../../infra/packaging/batch-build.ts'
import { codeKey, mapKey } from '../../infra/packaging/code-keys.ts'
import { filesIn, readableStack } from '../../infra/packaging/source-maps.ts'
import { storedMaps, templateAt } from '../../infra/packaging/stored-maps.ts'
import { s3 } from '../support/s3.ts'
import { world } from '../support/world.ts'

const root = mkdtempSync(join(tmpdir(), 'maps-'))
const file = 'src/area/endpoints/fail.mjs'

/** Sources to minify: a function that throws, and one that calls it. */
const failing = `export const failOnPurpose = (reason: string): never => {
  throw new Error(reason)
}
`
const calling = `import { failOnPurpose } from '../failing.ts'

const prepareAnswer = async (event: { reason: string }) => {
  await Promise.resolve()
  return failOnPurpose(event.reason)
}

export const handler = async (event: { reason: string }) => [await prepareAnswer(event), await prepareAnswer(event)]
`

let stack: string
let map: string

beforeAll(async () => {
  mkdirSync(join(root, 'src/area/endpoints'), { recursive: true })
  writeFileSync(join(root, 'src/area/failing.ts'), failing)
  writeFileSync(join(root, 'src/area/endpoints/fail.ts'), calling)
  const source = 'src/area/endpoints/fail.ts'
  const folders = { root, code: join(root, 'code'), maps: join(root, '.serverless/maps') }
  await build({
    ...packaged,
    absWorkingDir: root,
    entryPoints: [source],
    outdir: join(root, 'task/src/area/endpoints'),
    plugins: [buildInBatches(packaged, [source], folders)],
  })
  for (const name of ['infra', 'package.json', 'esbuild.config.ts'])
    cpSync(join(import.meta.dirname, '../..', name), join(root, name), { recursive: true })
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'))
  const script = `const { handler } = await import(process.argv[1])
    await handler({ reason: 'on purpose' }).catch(({ stack }) => console.log(stack))`
  const args = ['--input-type=module', '-e', script, join(root, 'task', file)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  stack = stdout.trimEnd().replaceAll(`file://${join(root, 'task')}`, 'file:///var/task')
  map = readFileSync(join(root, '.serverless/maps', sourceMapFile(file)), 'utf8')
})

afterAll(() => rmSync(root, { recursive: true }))

const readable = [
  'Error: on purpose',
  '    at failOnPurpose (src/area/failing.ts:2:9)',
  '    at prepareAnswer (src/area/endpoints/fail.ts:5:10)',
]

const upload = (Key: string, Body: string | Uint8Array) =>
  s3().send(new PutObjectCommand({ Bucket: world().bucketName, Key, Body }))

describe('a stack trace of a packaged function', () => {
  test('gets the names and positions of the sources', () => {
    expect(stack).not.toContain('prepareAnswer')

    expect(
      readableStack(stack, new Map([[file, map]]))
        .split('\n')
        .slice(0, 3),
    ).toEqual(readable)
  })

  test('can be read from a log record', () => {
    const record = JSON.stringify({ stack })

    expect(filesIn(record)).toEqual([file])
    expect(readableStack(JSON.stringify(stack.split('\n'), null, 2), new Map([[file, map]]))).toContain(
      readable[1],
    )
  })

  test('becomes readable through the command, with maps packaged on this machine', async () => {
    const run = promisify(execFile)(process.execPath, [join(root, 'infra/commands/stack-trace.ts')])
    run.child.stdin?.end(stack)

    expect((await run).stdout.split('\n').slice(0, 3)).toEqual(readable)
  })

  test('must be in the input of the command', async () => {
    const run = promisify(execFile)(process.execPath, [join(root, 'infra/commands/stack-trace.ts')])
    run.child.stdin?.end('Error: on purpose')

    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: 'The input has no stack trace with files in /var/task.\n',
    })
  })

  test('must be of a function that is packaged on this machine, for the command without a stage', async () => {
    const run = promisify(execFile)(process.execPath, [join(root, 'infra/commands/stack-trace.ts')])
    run.child.stdin?.end('    at x (/var/task/src/other/endpoints/read-other.mjs:1:2)')

    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr:
        'This machine has no source map of src/other/endpoints/read-other.mjs: ' +
        'run "npm run package", or add --stage to use the maps of a deployment.\n',
    })
  })

  test('keeps lines without a map', () => {
    expect(readableStack(stack, new Map())).toBe(stack)
  })
})

describe('the source maps in the deployment bucket', () => {
  test('come from the deployment that was current at the time', async () => {
    const prefix = `serverless/service/${randomUUID()}/`
    const key = codeKey(prefix, 'a'.repeat(64))
    const resource = { Metadata: { Bundle: file }, Properties: { Code: { S3Key: key } } }
    const template = JSON.stringify({ Resources: { Fail: resource } })
    const name = 'compiled-cloudformation-template.json'
    await upload(mapKey(key), gzipSync(map))
    await upload(`${prefix}900-1970-01-01T00:00:00.900Z/${name}`, '{}')
    await upload(`${prefix}1000-1970-01-01T00:00:01.000Z/${name}`, template)
    await upload(`${prefix}3000-1970-01-01T00:00:03.000Z/${name}`, '{}')

    const found = await templateAt(s3(), world().bucketName, prefix, 2_000)
    const maps = await storedMaps(s3(), world().bucketName, found, [file])

    expect(maps.get(file)).toBe(map)
    await expect(templateAt(s3(), world().bucketName, prefix, 800)).rejects.toThrow(
      'has no deployment from before',
    )
    await expect(storedMaps(s3(), world().bucketName, found, ['src/other.mjs'])).rejects.toThrow(
      'No function of that deployment has the file src/other.mjs.',
    )
  })
})
