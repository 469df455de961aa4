import { context } from 'esbuild'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { jointly } from '../../infra/local/joint-build.ts'

const folder = mkdtempSync(join(tmpdir(), "joint d'été-"))
const options = { bundle: true, format: 'esm', target: 'node24', logLevel: 'silent' } as const

afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/** The function's file as serverless-esbuild makes it, each time that it is asked to. */
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

describe('Functions that are built at once', () => {
  test('share what they import, and are all made again when one asks again', async () => {
    write('both.ts', `export const both: object = { said: 'before' }`)
    const sources = ['one.ts', 'two.ts'].map((name) =>
      write(name, `import { both } from './both.ts'\nexport const handler = () => both`),
    )
    const plugin = jointly(options, sources, join(folder, 'joint'))
    const [one, two] = await Promise.all(sources.map((source) => builderOf(source, plugin)))

    const before = [await one?.handler(), await two?.handler()]
    write('both.ts', `export const both: object = { said: 'after' }`)
    const after = [await one?.handler(), await two?.handler()]
    await Promise.all([one?.end(), two?.end()])

    expect(before[0]).toEqual({ said: 'before' })
    expect(before[1]).toBe(before[0])
    expect(after[0]).toEqual({ said: 'after' })
    expect(after[1]).toBe(after[0])
  })

  test('say which file is not theirs', async () => {
    const own = write('own.ts', 'export const handler = () => ({})')
    const other = write('other.ts', 'export const handler = () => ({})')
    const build = await builderOf(other, jointly(options, [own], join(folder, 'joint')))

    const refused = build.handler()

    await expect(refused).rejects.toThrow('other.ts is not the file of a function.')
    await build.end()
  })
})
