import { generatedPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { context } from 'esbuild'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { jointly } from '../../infra/packaging/joint-build.ts'

const folder = mkdtempSync(join(tmpdir(), "joint d'été-"))
const options = { bundle: true, format: 'esm', target: 'node24', logLevel: 'silent' } as const

afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/** Returns a builder of the function's file as in serverless-esbuild, which rebuilds on each call. */
const builderOf = async (source: string, plugin: ReturnType<typeof jointly>) => {
  const outfile = source.replace('.ts', '.mjs')
  const build = await context({ ...options, entryPoints: [source], outfile, plugins: [plugin] })
  return {
    handler: async () => {
      await build.rebuild()
      const address = `${pathToFileURL(outfile).href}?${statSync(outfile).mtimeMs}`
      return ((await import(/* @vite-ignore */ address)) as { handler: () => object }).handler()
    },
    end: () => build.dispose(),
  }
}

describe('functions from a joint build', () => {
  test('share imports and are all rebuilt when one is rebuilt', async () => {
    write('both.ts', `export const both: object = { value: 'before' }`)
    const sources = ['one.ts', 'two.ts'].map((name) =>
      write(name, `import { both } from './both.ts'\nexport const handler = () => both`),
    )
    const plugin = jointly(options, sources, join(folder, 'joint'))
    const [one, two] = await Promise.all(sources.map((source) => builderOf(source, plugin)))

    const before = [await one?.handler(), await two?.handler()]
    write('both.ts', `export const both: object = { value: 'after' }`)
    const after = [await one?.handler(), await two?.handler()]
    await Promise.all([one?.end(), two?.end()])

    expect(before[0]).toEqual({ value: 'before' })
    expect(before[1]).toBe(before[0])
    expect(after[0]).toEqual({ value: 'after' })
    expect(after[1]).toBe(after[0])
  })

  test('stay unchanged while a source is invalid', async () => {
    const source = write('wrong.ts', 'export const handler = () => ({ value: 1 })')
    const build = await builderOf(source, jointly(options, [source], join(folder, 'joint')))

    const before = await build.handler()
    write('wrong.ts', 'export const handler = () => ({')
    const meanwhile = await build.handler()
    write('wrong.ts', 'export const handler = () => ({ value: 2 })')
    const after = await build.handler()
    await build.end()

    expect([before, meanwhile, after]).toEqual([{ value: 1 }, { value: 1 }, { value: 2 }])
  })

  test('come with maps with which debuggers find the lines of the source', async () => {
    const source = write('mapped.ts', '\nexport const handler = () => ({})')
    const build = await builderOf(source, jointly(options, [source], join(folder, 'joint')))
    await build.handler()
    await build.end()

    const [, made = ''] = /"(.*)"/.exec(readFileSync(source.replace('.ts', '.mjs'), 'utf8')) ?? []
    const map = new TraceMap(readFileSync(`${fileURLToPath(made)}.map`, 'utf8'), made)

    const [mapped = ''] = map.resolvedSources as string[]
    expect(fileURLToPath(mapped)).toBe(source)
    expect(generatedPositionFor(map, { source: mapped, line: 2, column: 13 }).line).toBeGreaterThan(0)
  })

  test("reject a file that is not a function's", async () => {
    const own = write('own.ts', 'export const handler = () => ({})')
    const other = write('other.ts', 'export const handler = () => ({})')
    const build = await builderOf(other, jointly(options, [own], join(folder, 'joint')))

    const result = build.handler()

    await expect(result).rejects.toThrow('other.ts is not the file of a function.')
    await build.end()
  })
})
