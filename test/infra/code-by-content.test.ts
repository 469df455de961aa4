import { build } from 'esbuild'
import { unzipSync } from 'fflate'
import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packaged } from '../../esbuild.config.ts'
import { copyProject } from '../support/copy.ts'
import { functionsOf, packageProject, uploadedTemplate } from './packaged-project.ts'

const copies = [copyProject(), copyProject()] as const
const [one, other] = copies.map(({ folder }) => folder) as [string, string]
const health = 'src/health/endpoints/read-health.ts'

/** What is left of the endpoints and workers, so that they can all be bundled. */
const kept = ['health/endpoints', 'auth/endpoints', 'wiki/workers']

const reduce = (folder: string) => {
  for (const place of globSync('src/*/{endpoints,workers}', { cwd: folder }))
    if (!kept.includes(place.replace('src/', ''))) rmSync(join(folder, place), { recursive: true })
}

const archives = (of: string) =>
  new Map(
    readdirSync(join(of, '.serverless'))
      .filter((name) => name.endsWith('.zip'))
      .map((name) => [name, readFileSync(join(of, '.serverless', name))]),
  )

/** Names of the functions whose code CloudFormation would replace. */
const replaced = (before: string, after: string) => {
  const functions = functionsOf(before)
  return [...functionsOf(after)]
    .filter(([name, { Code }]) => functions.get(name)?.Code.S3Key !== Code.S3Key)
    .map(([name]) => name)
}

let before: string
let again: string

beforeAll(async () => {
  for (const { folder } of copies) reduce(folder)
  await Promise.all([packageProject(one), packageProject(other, { TZ: 'Pacific/Auckland' })])
  before = uploadedTemplate(one)
  again = uploadedTemplate(other)
}, 180_000)

afterAll(() => {
  for (const { remove } of copies) remove()
})

describe('Two packages of the same sources', () => {
  test('in folders of different names have the same template, byte for byte, and replace nothing', () => {
    process.stdout.write(
      `replaced ${replaced(before, again).length} of ${functionsOf(before).size} functions\n`,
    )

    expect(again).toBe(before)
  })

  test('have the same archives, byte for byte', () => {
    const [these, those] = [archives(one), archives(other)]

    expect([...those.keys()]).toEqual([...these.keys()])
    for (const [name, bytes] of these) expect(those.get(name)?.equals(bytes), name).toBe(true)
  })

  test('have the same source maps', () => {
    const map = '.serverless/maps/src/health/endpoints/read-health.mjs.map'

    expect(readFileSync(join(other, map), 'utf8')).toBe(readFileSync(join(one, map), 'utf8'))
  })
})

test('A change in one endpoint replaces only the function that contains it', async () => {
  const source = readFileSync(join(other, health), 'utf8')
  writeFileSync(join(other, health), source.replaceAll(`'ok'`, `'well'`))

  await packageProject(other)

  const after = uploadedTemplate(other)
  expect(replaced(before, after)).toEqual(['health-read-health'])
}, 120_000)

test('A function that is made in a batch is the same as if it were made alone', async () => {
  const { outputFiles } = await build({
    ...packaged,
    absWorkingDir: one,
    entryPoints: ['src/auth/endpoints/login.ts'],
    outdir: 'alone',
    write: false,
  })

  const batched = unzipSync(archives(one).get('auth-login.zip') ?? new Uint8Array())
  expect(
    Buffer.from(batched['src/auth/endpoints/login.mjs'] ?? '').equals(
      outputFiles[0]?.contents ?? Buffer.of(),
    ),
  ).toBe(true)
})

test('An archive holds the one file of the function, which everybody may read, and no map', () => {
  const archive = archives(one).get('health-read-health.zip') ?? Buffer.of()

  expect(Object.keys(unzipSync(archive))).toEqual(['src/health/endpoints/read-health.mjs'])
  // the mode stands in the upper half of the entry's external attributes (APPNOTE.TXT 4.4.15)
  const entry = archive.indexOf('PK\u0001\u0002')
  expect((archive.readUInt32LE(entry + 38) >>> 16) & 0o777).toBe(0o644)
})
