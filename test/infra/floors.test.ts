import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  areas,
  fileGraphs,
  sortFloors,
  folderGraph,
  folders,
  foldersAround,
  inCircles,
  partGraph,
} from '../../infra/commands/floors.ts'

const root = join(import.meta.dirname, '../..')
const graphs = fileGraphs(areas)
const imports = partGraph(graphs.solid, areas)

describe('imports, including those of types and by import()', () => {
  const all = fileGraphs({ files: [areas.files, folders.files].flat() }).solid

  test('form no cycles among files', () => {
    expect(inCircles(all)).toEqual([])
  })

  test.each([
    ['src and the generated files', areas],
    ['infra and the root', folders],
  ])('form no cycles among the parts of %s', (_, parts) => {
    expect(inCircles(partGraph(fileGraphs(parts).solid, parts))).toEqual([])
  })

  test('form no cycles among the sub-folders and files of any folder', () => {
    const cycles = foldersAround(all.keys()).map((folder) => ({
      folder,
      parts: inCircles(folderGraph(all, folder)),
    }))

    expect(cycles.map(({ folder }) => folder)).toEqual(
      expect.arrayContaining(['src/wiki', 'src/wiki/page/tree', 'infra', 'infra/local/s3']),
    )
    expect(cycles.filter(({ parts }) => parts.length > 0)).toEqual([])
  })
})

describe('the imports of src', () => {
  test('lead from the platform only to itself, the language and the names of types', () => {
    expect([...(imports.get('platform') ?? [])].toSorted()).toEqual(['language', 'resource-types.ts'])
  })

  test('lead to endpoints and workers of other areas only from modules that run them by name or by mail', () => {
    const foreign = [...graphs.solid].flatMap(([file, others]) =>
      [...others]
        .filter((path) => /\/(endpoints|workers)\//.test(path) && areas.partOf(path) !== areas.partOf(file))
        .map(() => areas.partOf(file)),
    )

    expect([...new Set(foreign)].toSorted()).toEqual([
      'handlers.ts',
      'inbound-mail',
      'multi-route-functions',
      'queues',
      'undo-operations.ts',
    ])
  })

  test('lead through #names only to generated lists, and only from the platform, invocation and the dispatcher', () => {
    const asking = [...partGraph(graphs.dashed, areas)].filter(([, asked]) => asked.size > 0)
    const lists = [...graphs.dashed.values()].flatMap((asked) => [...asked])

    expect(asking.map(([area]) => area)).toEqual(['invocation', 'platform', 'stream.ts'])
    for (const list of lists)
      expect(readFileSync(join(root, list), 'utf8')).toContain('Written by `npm run openapi`')
  })
})

test('Only the modules of src that send writes contain their expressions', () => {
  const isAbout = /(?<!Key)(Condition|Update)Expression\b/
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
    isAbout.test(readFileSync(join(root, file), 'utf8')),
  )

  expect(files.toSorted()).toEqual(['src/platform/table/expression.ts', 'src/platform/table/set-change.ts'])
})

test('The globs of .oxlintrc.json contain no extended patterns such as !(…), which match no file', () => {
  const text = readFileSync(join(root, '.oxlintrc.json'), 'utf8')
  const globs = [...text.matchAll(/"files": \[([^\]]*)\]/g)].map(([, files]) => files)

  expect(globs).toContain('"src/**/*.ts"')
  expect(globs.filter((files) => /[!?*+@]\(/.test(files ?? ''))).toEqual([])
})

test('Only the outbound room of src can open connections, beside the clients of AWS', () => {
  // `fetch` itself is a matter of .oxlintrc.json
  const client = String.raw`\b(?:request|get|Agent|connect|createConnection|Socket)\b`
  const clients = [
    /^import (?!type )[^']*? from '(?:node:)?(?:https|http2|tls|dgram|undici)'$/m,
    new RegExp(`^import (?!type )(?:[\\w*]|{[^}]*${client})[^']*? from '(?:node:)?(?:http|net)'$`, 'm'),
    /\b(?:global|globalThis)\.fetch\b|\b(?:import|require)\('(?:node:)?(?:https?|http2|net|tls|undici)'/,
  ]
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => {
    const statements = readFileSync(join(root, file), 'utf8')
    return clients.some((pattern) => pattern.test(statements))
  })

  expect(files).toEqual(['src/platform/outbound/outbound-fetch.ts'])
})

test('Libraries that call servers are given the client of the outbound room', () => {
  const isCalling =
    /\b(?:createRemoteJWKSet|createOpenAICompatible|createAmazonBedrock|new Configuration|discovery\(new URL)\b/
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => isCalling.test(read(file)))

  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((file) => !/\[customFetch\]|\bfetch: /.test(read(file)))).toEqual([])
})

test('Predicates of src write nothing, and do not record readings', () => {
  const predicate = /^(?:export )?const (?:is|has|may|can|needs|allows)[A-Z]\w* =[\s\S]*?(?=^\S)/gm
  const writes =
    /\b(?:noteReading|audited|writeItem|transact|writeBatch)\(|\w\.(?:authorize|create|ensure|modify|update)\(/
  const predicates = globSync('src/**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(predicate)].map(([text]) => ({ file, text })),
  )

  expect(predicates.length).toBeGreaterThan(200)
  expect(predicates.filter(({ text }) => writes.test(text))).toEqual([])
})

describe('floors', () => {
  const graph = (imports: Record<string, string[]>) =>
    new Map(Object.entries(imports).map(([name, others]) => [name, new Set(others)]))

  test('start at parts without imports', () => {
    expect(sortFloors(graph({ a: ['b', 'c'], b: ['c'], c: [], d: ['c'] }))).toEqual([
      ['c'],
      ['b', 'd'],
      ['a'],
    ])
  })

  test('cannot be computed for a cycle, which the error names', () => {
    const round = graph({ a: ['b'], b: ['c'], c: ['b'] })

    expect(inCircles(round)).toEqual(['b', 'c'])
    expect(() => sortFloors(round)).toThrow('These import each other in cycles: a, b, c.')
  })
})

describe('a path', () => {
  test('uses import.meta.dirname, because the pathname of a URL encodes spaces and umlauts', () => {
    const sources = globSync(['*.ts', '{src,infra,test}/**/*.{ts,cjs}'], { cwd: root })
    const wrong = sources.filter((file) =>
      /import\.meta\.url\s*\)\s*\.pathname/.test(readFileSync(join(root, file), 'utf8')),
    )

    expect(sources).toContain('infra/generation/endpoints.ts')
    expect(wrong).toEqual([])
  })
})
