import { chunkedBuild } from '../../infra/packaging/chunked-build.ts'
import { unzipSync } from 'fflate'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packaged } from '../../esbuild.config.ts'
import { compareNotices } from './archive-notices.ts'
import { copyProject } from '../support/copy.ts'
import { functionsOf, keepFunctions, packageProject, uploadedTemplate } from './packaged-project.ts'

const copies = [copyProject(), copyProject()] as const
const [one, other] = copies.map(({ folder }) => folder) as [string, string]
const health = 'src/health/endpoints/read-health.ts'

/**
 * The endpoints and workers that remain, so that all of them can be bundled; the document server contains two of them.
 */
const kept = /^src\/(health\/|auth\/endpoints\/login|files\/workers\/|wopi\/endpoints\/\w+-contents)/

const archives = (of: string) =>
  new Map(
    readdirSync(join(of, '.serverless'))
      .filter((name) => name.endsWith('.zip'))
      .map((name) => [name, readFileSync(join(of, '.serverless', name))]),
  )

/** Returns the functions whose code CloudFormation would replace, with their keys before and after. */
const replaced = (before: string, after: string) => {
  const functions = functionsOf(before)
  return [...functionsOf(after)]
    .map(([name, { Code }]) => ({ name, was: functions.get(name)?.Code.S3Key ?? '', is: Code.S3Key }))
    .filter(({ was, is }) => was !== is)
}

let before: string
let after: string

beforeAll(async () => {
  await keepFunctions(one, kept)
  for (const part of ['src', 'generated', '.generated']) {
    rmSync(join(other, part), { recursive: true })
    cpSync(join(one, part), join(other, part), { recursive: true })
  }
  const source = readFileSync(join(other, health), 'utf8')
  writeFileSync(join(other, health), source.replaceAll(`'ok'`, `'well'`))
  await Promise.all([packageProject(one), packageProject(other, { TZ: 'Pacific/Auckland' })])
  before = uploadedTemplate(one)
  after = uploadedTemplate(other)
})

afterAll(() => {
  for (const { remove } of copies) remove()
})

describe('two packages in different folders that differ in one endpoint', () => {
  test('produce templates that differ only in the key of its code', () => {
    const changed = replaced(before, after)
    process.stdout.write(`replaced ${changed.length} of ${functionsOf(before).size} functions\n`)

    expect(changed.map(({ name }) => name)).toEqual(['health-read-health'])
    expect(after).toBe(before.replace(changed[0]?.was ?? '', changed[0]?.is ?? ''))
  })

  test('contain identical archives of all other functions', () => {
    const [these, those] = [archives(one), archives(other)]

    expect([...those.keys()]).toEqual([...these.keys()])
    const different = [...these].filter(([name, bytes]) => !those.get(name)?.equals(bytes))
    expect(different.map(([name]) => name)).toEqual(['health-read-health.zip'])
  })

  test('contain identical source maps of all other functions', () => {
    const map = '.serverless/maps/src/auth/endpoints/login.mjs.map'

    expect(readFileSync(join(other, map), 'utf8')).toBe(readFileSync(join(one, map), 'utf8'))
  })
})

/** Masks short names: the minifier assigns them by frequency, and among equals by the order of the sources. */
const withoutNames = (code: string) => code.replaceAll(/[$\w]+/g, (name) => (name.length <= 3 ? '_' : name))

test('A function from a batch equals a separate build, except for short names', async () => {
  const options = {
    ...packaged,
    plugins: [...packaged.plugins],
    absWorkingDir: one,
    outdir: 'alone',
    outExtension: { '.js': '.mjs' },
  }
  const [alone] = await chunkedBuild(options, 'src/health/endpoints/read-health.ts')

  const batched = unzipSync(archives(one).get('health-read-health.zip') ?? new Uint8Array())
  const code = Buffer.from(batched['src/health/endpoints/read-health.mjs'] ?? '').toString()
  expect(code.length).toBeGreaterThan(100_000)
  expect(withoutNames(code) === withoutNames(alone?.text ?? '')).toBe(true)
})

test('Archives list each package that they contain, with its version and license text', () => {
  const { packages, missing } = compareNotices(one)
  const files = unzipSync(archives(one).get('health-read-health.zip') ?? new Uint8Array())
  const notices = Buffer.from(files['THIRD-PARTY-NOTICES.txt'] ?? '').toString()

  expect(missing).toEqual([])
  expect(packages).toBeGreaterThan(50)
  expect(notices).toMatch(/^THIRD-PARTY NOTICES\n\nContains code of:\n\n/)
  expect(notices).toMatch(/^@middy\/core [\d.]+ \(MIT\)$/m)
  expect(notices).toContain(
    'Copyright (c) Middy contributors\n\nPermission is hereby granted, free of charge',
  )
  expect(notices).not.toContain('openid-client')
})

test('An archive contains the bundle, a readable entry that exports its handler, the notices, and no map', () => {
  const archive = archives(one).get('health-read-health.zip') ?? Buffer.of()

  const files = unzipSync(archive)
  const [noticesName, entryName, ...others] = Object.keys(files).sort()
  expect([noticesName, entryName]).toEqual(['THIRD-PARTY-NOTICES.txt', 'index.mjs'])
  expect(others).toContain('src/health/endpoints/read-health.mjs')
  // parts that are loaded on demand have their own files, with the function's name as prefix
  const own = /^src\/health\/endpoints\/read-health(\.[\w-]+)?\.mjs$/
  expect(others.filter((name) => !own.test(name))).toEqual([])
  expect(Buffer.from(files['index.mjs'] ?? '').toString()).toBe(
    "export { readHealth as handler } from './src/health/endpoints/read-health.mjs'\n",
  )
  // the upper half of the entry's external attributes contains the mode (APPNOTE.TXT 4.4.15)
  const entry = archive.indexOf('PK\u0001\u0002')
  expect((archive.readUInt32LE(entry + 38) >>> 16) & 0o777).toBe(0o644)
})
