import { PutObjectCommand } from '@aws-sdk/client-s3'
import type { OutputFile } from 'esbuild'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packaged } from '../../esbuild.config.ts'
import { chunkedBuild, chunkedBuilds } from '../../infra/packaging/chunked-build.ts'
import { chunkedSources } from '../../infra/packaging/chunked-sources.ts'
import { codeKey, mapKey } from '../../infra/packaging/code-keys.ts'
import { readableStack } from '../../infra/packaging/source-maps.ts'
import { storedMaps } from '../../infra/packaging/stored-maps.ts'
import { s3 } from '../support/s3.ts'
import { world } from '../support/world.ts'

const root = mkdtempSync(join(tmpdir(), 'chunks-'))
const source = 'src/area/endpoints/read-page.ts'
const plain = 'src/area/endpoints/read-text.ts'
const namesake = 'src/other/endpoints/read-page.ts'
const listing = 'src/search/endpoints/search-everything.ts'

/** Sources of a function that generates HTML and PDF on demand, with one shared counter. */
const files = {
  'node_modules/letters/package.json':
    '{"type": "module", "sideEffects": false, "exports": {"./*": "./*.js"}}',
  'node_modules/letters/latin.js': `export const vowels = () => 'aeiou'
    export const consonants = () => 'bcdfghjklmnpqrstvwxyz' + vowels()`,
  'node_modules/letters/greek.js': `export const alpha = 'α'`,
  'src/area/counter.ts': `const calls: string[] = []
    export const count = (name: string) => [...calls.slice(0, calls.push(name) - 1), name]`,
  'src/area/escaping.ts': `import { count } from './counter.ts'
    export const escaped = (text: string) => { count('escaped'); return text.replaceAll('<', '&lt;') }`,
  'src/area/html.ts': `import { count } from './counter.ts'
    import { escaped } from './escaping.ts'
    export const html = (text: string) => {
      if (text === '') throw new TypeError('There is no text.')
      return [escaped(text), ...count('html')]
    }`,
  'src/area/symbols.ts': `import { escaped } from './escaping.ts'
    export const symbols = escaped('<') + '${'x'.repeat(12_000)}'`,
  'src/area/table.ts': `import { symbols } from './symbols.ts'
    export const firstSymbol = () => symbols.slice(0, 4)`,
  'src/area/pdf.ts': `import { consonants } from 'letters/latin'
    import { escaped } from './escaping.ts'
    import { firstSymbol } from './table.ts'
    export const pdf = (text: string) => [escaped(text), consonants(), firstSymbol()]`,
  'src/area/all.ts': `export { symbols } from './symbols.ts'`,
  'src/area/symbol.ts': `import { firstSymbol } from './table.ts'
    export const escaped = firstSymbol`,
  [source]: `import { vowels } from 'letters/latin'
    import { count } from '../counter.ts'
    export const handler = async ({ text, format }: { text: string; format?: string }) => {
      if (format === 'html') return (await import('../html.ts')).html(text)
      if (format === 'pdf') return (await import('../pdf.ts')).pdf(text)
      if (format === 'symbol') return [(await import('../symbol.ts')).escaped()]
      if (format === 'all') return [(await import('../all.ts')).symbols]
      if (format === 'vowels') return [vowels()]
      if (format === 'greek') return [(await import('letters/greek')).alpha]
      if (format === 'base64') return [(await import('node:buffer')).Buffer.from(text).toString(format)]
      return [text, ...count('text')]
    }`,
  [namesake]: `import { count } from '../../area/counter.ts'
    export const handler = async ({ text }: { text: string }) =>
      [(await import('../../area/html.ts')).html(text), count('other')]`,
  'generated/resources.ts': `export const resources = {
      page: async () => (await import('../src/area/html.ts')).html,
      book: async () => (await import('../src/area/pdf.ts')).pdf,
      session: async () => (await import('../src/area/symbol.ts')).escaped,
    } as const`,
  'generated/resource-types.ts': `export const searchedTypes = ['page', 'book'] as const`,
  [listing]: `import { resources } from '../../../generated/resources.ts'
    export const handler = async ({ text }: { text: string }) => (await resources.book())(text)`,
  [plain]: `import { gzipSync } from 'node:zlib'
    import { count } from '../counter.ts'
    export const handler = async () => [count('plain'), gzipSync, (await import('node:zlib')).gunzipSync]`,
}

type Handler = (event: { text: string; format?: string }) => Promise<string[]>

const options = {
  ...packaged,
  absWorkingDir: root,
  outbase: root,
  outdir: join(root, 'task'),
  outExtension: { '.js': '.mjs' },
  sourcemap: 'external',
} as const

let made: Map<string, string>
let handler: Handler

beforeAll(async () => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const outputs = await chunkedBuild(options, source)
  made = new Map(outputs.map(({ path, text }) => [basename(path), text]))
  for (const { path, text } of outputs) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const own = pathToFileURL(outputs.find(({ path }) => path.endsWith('.mjs'))?.path ?? '').href
  handler = ((await import(/* @vite-ignore */ own)) as { handler: Handler }).handler
})

afterAll(() => rmSync(root, { recursive: true }))

describe('a function that loads parts on demand', () => {
  test('consists of its own file, one per part, one for small shared code, and one per large shared module', () => {
    const names = [...made.keys()].filter((name) => name.endsWith('.mjs'))

    expect(names[0]).toBe('read-page.mjs')
    expect(names.sort()).toEqual([
      'read-page.all.mjs',
      'read-page.greek.mjs',
      'read-page.html.mjs',
      'read-page.mjs',
      'read-page.pdf.mjs',
      'read-page.shared-2.mjs',
      'read-page.shared-3.mjs',
      'read-page.shared.mjs',
      'read-page.symbol.mjs',
    ])
    expect(made.get('read-page.mjs')).not.toMatch(/&lt;|There is no text|^import\b|[;}]import[ {*"']/)
  })

  test('consists of the same files in a joint build, even with a function of the same name', async () => {
    const chunked = [source, namesake].map((file) => join(root, file))
    const together = await chunkedBuilds(options, [plain, ...chunked], (file) => chunked.includes(file))

    const built = (outputs: OutputFile[] = []) => outputs.map(({ path, text }) => `${path}\n${text}`).sort()
    for (const file of chunked)
      expect(built(together.get(file)?.files)).toEqual(built(await chunkedBuild(options, file)))
    expect(together.get(join(root, plain))?.files).toHaveLength(2)
  })

  test('shares its state with its parts', async () => {
    expect(await handler({ text: 'a' })).toEqual(['a', 'text'])
    expect(await handler({ text: '<b', format: 'html' })).toEqual(['&lt;b', 'text', 'escaped', 'html'])
    expect(await handler({ text: 'c', format: 'pdf' })).toEqual(['c', 'bcdfghjklmnpqrstvwxyzaeiou', '&lt;'])
    expect(await handler({ text: 'd' })).toEqual([
      'd',
      'text',
      'escaped',
      'html',
      'escaped',
      'escaped',
      'text',
    ])
  })

  test('contains no files that import each other, which could not be initialized', async () => {
    expect(await handler({ text: '', format: 'symbol' })).toEqual(['&lt;'])
  })

  test('contains only the used code of a package, and so does each part', async () => {
    expect(await handler({ text: '', format: 'vowels' })).toEqual(['aeiou'])
    expect(made.get('read-page.mjs')).toContain('aeiou')
    expect(made.get('read-page.mjs')).not.toContain('bcdfghjklmnpqrstvwxyz')
    expect(made.get('read-page.pdf.mjs')).toContain('bcdfghjklmnpqrstvwxyz')
  })

  test('loads a package on demand', async () => {
    expect(made.get('read-page.mjs')).not.toContain('α')
    expect(await handler({ text: '', format: 'greek' })).toEqual(['α'])
  })

  test("loads named exports of Node's own modules", async () => {
    expect(await handler({ text: 'e', format: 'base64' })).toEqual(['ZQ=='])
  })

  test('never imports a whole Node module, which would evaluate all its exports', () => {
    const texts = [...made].flatMap(([name, text]) => (name.endsWith('.mjs') ? [text] : []))

    expect(texts.join('')).not.toMatch(/import\(["']node:/)
  })

  test('contains a single part for the entries of a list that its first call needs', async () => {
    const outputs = await chunkedBuild({ ...options, sourcemap: false }, listing)

    expect(outputs.map(({ path }) => basename(path))).toEqual([
      'search-everything.mjs',
      'search-everything.resources.mjs',
      'search-everything.symbol.mjs',
      'search-everything.shared.mjs',
    ])
    for (const { path, text } of outputs) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    const own = pathToFileURL(outputs[0]?.path ?? '').href
    const search = ((await import(/* @vite-ignore */ own)) as { handler: Handler }).handler
    expect(await search({ text: '<e' })).toEqual(['&lt;e', 'bcdfghjklmnpqrstvwxyzaeiou', '&lt;'])
  })

  test('differs from functions without parts', async () => {
    const all = [source, plain].map((file) => join(root, file))

    expect(await chunkedSources(options, all)).toEqual(new Set([join(root, source)]))
  })

  test('produces stack traces that the maps stored with its code make readable', async () => {
    const bundle = source.replace('.ts', '.mjs')
    const chunk = bundle.replace('.mjs', '.html.mjs')
    const key = codeKey(`serverless/service/${randomUUID()}/`, 'a'.repeat(64))
    const Body = gzipSync(made.get('read-page.html.mjs.map') ?? '')
    await s3().send(new PutObjectCommand({ Bucket: world().bucketName, Key: mapKey(key, 'html'), Body }))
    const resource = { Metadata: { Bundle: bundle }, Properties: { Code: { S3Key: key } } }
    const template = JSON.stringify({ Resources: { ReadPage: resource } })

    const script = `const { handler } = await import(process.argv[1])
      await handler({ text: '', format: 'html' }).catch(({ stack }) => console.log(stack))`
    const args = ['--input-type=module', '-e', script, join(root, 'task', bundle)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const stack = stdout.replaceAll(pathToFileURL(join(root, 'task')).href, 'file:///var/task')
    const maps = await storedMaps(s3(), world().bucketName, template, [chunk])

    expect(readableStack(stack, maps)).toContain('src/area/html.ts:4:')
  })
})
