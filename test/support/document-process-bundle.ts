import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packaged } from '../../esbuild.config.ts'

const root = resolve(import.meta.dirname, '../..')
const source = join(root, 'src/documents/document-process.ts')
const cache = join(root, 'node_modules/.cache/document-process')

const replaced = (code: string, from: string, to: string): string => {
  if (!code.includes(from)) throw new Error(`${source} has no ${from}.`)
  return code.replace(from, () => to)
}

/** At low priority it would wait for the tests of other processes, which nobody waits for longer than for it. */
const atOwnPriority = (code: string): string =>
  replaced(code, 'constants.priority.PRIORITY_LOW', "process.getBuiltinModule('node:os').getPriority()")

/** Bundles the process, each reader of files apart. Gives its file in a folder whose name follows from the contents. */
const bundle = async (code: string): Promise<URL> => {
  const { outputFiles } = await build({
    ...packaged,
    stdin: { contents: atOwnPriority(code), resolveDir: dirname(source), sourcefile: source, loader: 'ts' },
    minify: false,
    splitting: true,
    outdir: cache,
    outExtension: { '.js': '.mjs' },
    write: false,
  })
  const hash = createHash('sha256')
  for (const file of outputFiles) hash.update(file.hash)
  const folder = join(cache, hash.digest('hex'))
  if (!existsSync(folder)) {
    // another run may do the same, and must not find half of it
    const own = `${folder}.${process.pid}`
    mkdirSync(own, { recursive: true })
    for (const { path, contents } of outputFiles) writeFileSync(join(own, basename(path)), contents)
    try {
      renameSync(own, folder)
    } catch (error) {
      rmSync(own, { recursive: true })
      if (!existsSync(folder)) throw error
    }
  }
  return pathToFileURL(join(folder, 'stdin.mjs'))
}

/** Whether the module is the one that starts readers: its bundle follows from other files, so none is kept of it. */
export const startsReaders = (path: string): boolean => path === source

/** The source of a module; that of the one that starts readers runs a bundle of itself in them. */
export const withBundledReader = async (path: string, code: string): Promise<string> =>
  startsReaders(path)
    ? replaced(code, 'new URL(import.meta.url)', `new URL(${JSON.stringify(await bundle(code))})`)
    : code
