import { build } from 'esbuild'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { packaged } from '../../esbuild.config.ts'
import { areas, fileGraphs, withDashed } from '../../infra/commands/floors.ts'
import type { Resource } from '../../src/platform/resource.ts'
import { erasures } from '#generated/erasures.ts'
import { fileHolderTypes } from '#generated/resource-types.ts'
import { resources } from '#generated/resources.ts'

const root = join(import.meta.dirname, '../..')
const resourceFiles = globSync('src/*/*/resource.ts', { cwd: root })
const historyFiles = resourceFiles
  .map((file) => file.replace(/resource\.ts$/, 'history.ts'))
  .filter((file) => existsSync(join(root, file)))
const folder = mkdtempSync(join(tmpdir(), 'resources-'))

afterAll(() => rmSync(folder, { recursive: true }))

const functionFiles = [
  ...globSync('src/*/**/{endpoints,workers}/*.ts', { cwd: root }),
  ...['stream', 'scheduler', 'not-found', 'wopi/server', 'history/recorder', 'history/audit-lock'].map(
    (name) => `src/${name}.ts`,
  ),
]

/** All functions as `npm run package` builds them, but without packages, and with shared code only once. */
const { metafile, outputFiles } = await build({
  ...packaged,
  packages: 'external',
  minify: false,
  splitting: true,
  sourcemap: 'external',
  absWorkingDir: root,
  entryPoints: functionFiles,
  outdir: folder,
  metafile: true,
  write: false,
})
const outputs = new Map(Object.entries(metafile.outputs))

/** Returns the sources with code in a function's bundle. */
const sourcesIn = (file: string): string[] => {
  const reached = new Set(
    [...outputs].flatMap(([path, { entryPoint }]) => (entryPoint === file ? [path] : [])),
  )
  for (const path of reached)
    for (const { path: other } of outputs.get(path)?.imports ?? []) if (outputs.has(other)) reached.add(other)
  const inputs = [...reached].flatMap((path) => Object.entries(outputs.get(path)?.inputs ?? {}))
  return [...new Set(inputs.flatMap(([source, { bytesInOutput }]) => (bytesInOutput > 0 ? [source] : [])))]
}

/** Returns the bundled text of each source, by path. */
const bundledTexts = (): Map<string, string> => {
  const texts = outputFiles
    .filter(({ path }) => path.endsWith('.map'))
    .flatMap(({ path: map, text }) => {
      const { sources, sourcesContent } = JSON.parse(text) as { sources: string[]; sourcesContent: string[] }
      // sources are URLs
      const files = sources.map((source) => relative(root, resolve(dirname(map), decodeURI(source))))
      return files.map((file, index) => [file, sourcesContent[index] ?? ''] as const)
    })
  return new Map(texts)
}

describe('the dispatcher', () => {
  test('handles the consequences of changes in every area', () => {
    const handled = sourcesIn('src/stream.ts')

    expect(globSync('src/*/on-change.ts', { cwd: root }).filter((file) => !handled.includes(file))).toEqual(
      [],
    )
  })
})

test('npm run replay removes every kind of derived row without its owner', () => {
  const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
  const derived = globSync('src/*/*/**/*.ts', { cwd: root, exclude: ['src/platform/**'] }).flatMap((file) =>
    [...textOf(file).matchAll(/ = (?:rowsByPerson|derivedRows)\(\s*(\w+)/g)].map(([, rows = '']) => rows),
  )
  const removed = new Set(textOf('infra/operation/orphans.ts').match(/\w+/g))

  expect(derived.length).toBeGreaterThan(7)
  expect(derived.filter((rows) => !removed.has(rows))).toEqual([])
})

describe('a resource', () => {
  test("with attachments defines if an erased person's file was visible to others", async () => {
    const loaded = fileHolderTypes.map(
      async (type) => [type, (await erasures[type]()).isShownToOthers] as const,
    )

    expect((await Promise.all(loaded)).filter(([, isShownToOthers]) => !isShownToOthers)).toEqual([])
  })

  test.each(Object.entries(resources))('%s has the type under which it is listed', async (type, load) => {
    const resource: Resource = await load()

    expect(resource.type).toBe(type)
  })
})

describe('the bundle of a function', () => {
  test('contains exactly the imported sources, unchanged', () => {
    const graph = withDashed(fileGraphs(areas))
    const undrawn = Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
      imports
        .filter(({ path }) => graph.has(path) && !graph.get(file)?.has(path))
        .map(({ path }) => `${file} imports ${path}`),
    )
    const texts = [...bundledTexts()].filter(([file]) => graph.has(file))
    const edited = texts.filter(([file, text]) => text !== readFileSync(join(root, file), 'utf8'))

    expect(undrawn).toEqual([])
    expect(texts.map(([file]) => file)).toEqual(expect.arrayContaining(functionFiles))
    expect(edited.map(([file]) => file)).toEqual([])
  })

  test('contains all resources if it loads one', () => {
    const sources = sourcesIn('src/files/endpoints/read-file.ts')

    expect(sources).toContain('src/platform/resource-registry.ts')
    expect(sources).toContain('src/chats/message/resource.ts')
    expect(sources).toContain('src/lms/course/resource.ts')
  })

  test('contains no trash handlers if it only reads', () => {
    const [reading, restoring] = [
      sourcesIn('src/files/endpoints/read-file.ts'),
      sourcesIn('src/trash/endpoints/restore-entry.ts'),
    ]
    const definitions = globSync('src/*/{*/trash,trash/*}.ts', { cwd: root, exclude: ['src/platform/**'] })

    expect(definitions).toContain('src/wiki/trash/space.ts')
    expect(reading.filter((source) => definitions.includes(source))).toEqual([])
    expect(restoring).toEqual(expect.arrayContaining(definitions))
  })

  test('contains no history definitions if it only reads', () => {
    const [reading, recording] = [
      sourcesIn('src/files/endpoints/read-file.ts'),
      sourcesIn('src/history/recorder.ts'),
    ]

    expect(historyFiles.length).toBeGreaterThan(10)
    expect(reading.filter((source) => /history/.test(source))).toEqual([])
    expect(recording).toEqual(expect.arrayContaining(historyFiles))
  })

  test('contains no undo operations if it only reports changes', () => {
    const [recording, undoing] = [
      sourcesIn('src/history/recorder.ts'),
      sourcesIn('src/undo/endpoints/undo-change.ts'),
    ]

    expect(recording.filter((source) => /\/undo\/|\/endpoints\//.test(source))).toEqual([])
    expect(undoing).toEqual(expect.arrayContaining(globSync('src/*/undo/*.ts', { cwd: root })))
  })

  test('includes the erasure handlers only in the workers that erase people or deleted groups', () => {
    const files = globSync('src/*/*/erasure.ts', { cwd: root })
    const erasing = sourcesIn('src/personal-data/workers/erase-person.ts')
    const withAll = functionFiles.filter((file) => sourcesIn(file).includes('generated/erasures.ts'))

    expect(erasing).toEqual(expect.arrayContaining(files))
    expect(withAll).toEqual(
      ['erase-person', 'rename-person'].map((name) => `src/personal-data/workers/${name}.ts`),
    )
  })

  test('contains no resources if it only uses the schema of attachments', () => {
    const sources = sourcesIn('src/task/endpoints/list-tasks.ts')

    expect(sources).toContain('src/files/attachment/attachment.ts')
    expect(
      sources.filter((source) =>
        /(src\/\w+\/\w+\/resource|resource-registry|src\/resources)\.ts$/.test(source),
      ),
    ).toEqual([])
  })

  test('never loads resources without containing all of them', () => {
    const bundles = functionFiles.map((file) => [file, sourcesIn(file)] as const)
    const asking = bundles.filter(([, sources]) => sources.includes('src/platform/resource-registry.ts'))
    const all = ['generated/resources.ts', ...resourceFiles]

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
    const telling = bundles.filter(([, sources]) => sources.includes(registry))
    const history = ['generated/history-definitions.ts', ...historyFiles]
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

  test('loads them when it runs', async () => {
    const outfile = join(folder, 'function.mjs')
    const contents = `import { searchDefinitionOf } from './src/platform/resource-registry.ts'
      export const scopesOf = async (type) => (await searchDefinitionOf(type)).scopesOf({ id: 'ada', role: 'user' })`
    await build({ ...packaged, absWorkingDir: root, stdin: { contents, resolveDir: root }, outfile })

    const bundle = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as {
      scopesOf: (type: string) => Promise<string[]>
    }

    expect(await bundle.scopesOf('file')).toEqual(['files.file', 'files.file#ada'])
    await expect(bundle.scopesOf('secret')).rejects.toThrow('No resource has the type "secret".')
  })
})
