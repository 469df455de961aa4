import { build } from 'esbuild'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { packaged } from '../../esbuild.config.ts'
import type { Resource } from '../../src/platform/resource.ts'
import { resources } from '../../src/resources.ts'

const root = join(import.meta.dirname, '../..')
const resourceFiles = globSync('src/*/*-resource.ts', { cwd: root })
const historyFiles = resourceFiles
  .map((file) => file.replace(/-resource\.ts$/, '-history.ts'))
  .filter((file) => existsSync(join(root, file)))
const folder = mkdtempSync(join(tmpdir(), 'resources-'))

afterAll(() => rmSync(folder, { recursive: true }))

/** The sources of which code is in the bundle of each function, by its file, made as `npm run package` does. */
const sourcesOf = async (entryPoints: string[]): Promise<Map<string, string[]>> => {
  const { metafile } = await build({
    ...packaged,
    packages: 'external',
    minify: false,
    absWorkingDir: root,
    entryPoints,
    outdir: 'functions',
    metafile: true,
    write: false,
  })
  return new Map(
    Object.values(metafile.outputs).map(({ entryPoint = '', inputs }) => [
      entryPoint,
      Object.entries(inputs).flatMap(([source, { bytesInOutput }]) => (bytesInOutput > 0 ? [source] : [])),
    ]),
  )
}

/** The same of one function. */
const sourcesIn = async (file: string): Promise<string[]> => (await sourcesOf([file])).get(file) ?? []

describe('A resource', () => {
  test.each(Object.entries(resources))('%s is of the type that it stands under', async (type, load) => {
    const resource: Resource = await load()

    expect(resource.type).toBe(type)
  })
})

describe('The bundle of a function', () => {
  test('has all resources when it asks for one', async () => {
    const sources = await sourcesIn('src/files/endpoints/read-file.ts')

    expect(sources).toContain('src/platform/resource-registry.ts')
    expect(sources).toContain('src/chats/chat-message-resource.ts')
    expect(sources).toContain('src/lms/course-resource.ts')
  })

  test('has nothing of the trash when it only reads', async () => {
    const [reading, restoring] = await Promise.all([
      sourcesIn('src/files/endpoints/read-file.ts'),
      sourcesIn('src/trash/endpoints/restore-entry.ts'),
    ])

    expect(reading.filter((source) => source.endsWith('-trash.ts'))).toEqual([])
    expect(restoring).toEqual(expect.arrayContaining(globSync('src/*/*-trash.ts', { cwd: root })))
  })

  test('has no history when it only reads', async () => {
    const [reading, recording] = await Promise.all([
      sourcesIn('src/files/endpoints/read-file.ts'),
      sourcesIn('src/history/recorder.ts'),
    ])

    expect(historyFiles.length).toBeGreaterThan(10)
    expect(reading.filter((source) => /history/.test(source))).toEqual([])
    expect(recording).toEqual(expect.arrayContaining(historyFiles))
  })

  test('has none when it only uses the schema of attachments', async () => {
    const sources = await sourcesIn('src/task/endpoints/list-tasks.ts')

    expect(sources).toContain('src/files/attachment.ts')
    expect(
      sources.filter((source) => /(-resource|resource-registry|src\/resources)\.ts$/.test(source)),
    ).toEqual([])
  })

  test('never asks for resources without having them all', async () => {
    const functions = globSync('src/*/{endpoints,workers}/*.ts', { cwd: root })
    const others = ['stream', 'not-found', 'wopi/server', 'history/recorder'].map((name) => `src/${name}.ts`)
    const bundles = await sourcesOf([...functions, ...others])
    const asking = [...bundles].filter(([, sources]) => sources.includes('src/platform/resource-registry.ts'))
    const all = ['src/resources.ts', ...resourceFiles]

    expect(bundles.size).toBe(functions.length + others.length)
    expect(asking.map(([file]) => file)).toEqual(
      expect.arrayContaining([
        'src/chats/workers/answer-message.ts',
        'src/invocation/endpoints/invoke-function.ts',
        'src/search/endpoints/search-everything.ts',
        'src/wopi/server.ts',
      ]),
    )
    expect(asking.filter(([, sources]) => all.some((source) => !sources.includes(source)))).toEqual([])

    const registry = 'src/platform/history/history-registry.ts'
    const telling = [...bundles].filter(([, sources]) => sources.includes(registry))
    const history = ['src/history-definitions.ts', ...historyFiles]
    expect(telling.map(([file]) => file)).toEqual(
      expect.arrayContaining([
        'src/chats/workers/answer-message.ts',
        'src/history/endpoints/list-activity.ts',
        'src/history/recorder.ts',
        'src/invocation/endpoints/invoke-function.ts',
        'src/undo/endpoints/undo-change.ts',
      ]),
    )
    expect(telling.filter(([, sources]) => history.some((source) => !sources.includes(source)))).toEqual([])
  })

  test('has provided them when it runs', async () => {
    const outfile = join(folder, 'function.mjs')
    const contents = `import { searchDefinitionOf } from './src/platform/resource-registry.ts'
      export const scopesOf = async (type) => (await searchDefinitionOf(type)).scopesOf({ id: 'ada', role: 'user' })`
    await build({ ...packaged, absWorkingDir: root, stdin: { contents, resolveDir: root }, outfile })

    const bundle = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as {
      scopesOf: (type: string) => Promise<string[]>
    }

    expect(await bundle.scopesOf('file')).toEqual(['files.file', 'files.file#ada'])
    await expect(bundle.scopesOf('secret')).rejects.toThrow('The resource "secret" was not provided.')
  })
})
