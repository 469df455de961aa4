import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { packaged } from '../../esbuild.config.ts'

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/document-reader')

/** At low priority the reader would wait for the tests of other processes, while a test waits for the reader. */
const contents = `import { getPriority } from 'node:os'
  import { serveReader } from './document-reader.ts'
  serveReader(getPriority())`

/**
 * Bundles the document reader, with one chunk per file format. Returns its path in a folder named after the hash of the
 * contents.
 */
export const bundleReader = async (): Promise<string> => {
  const { outputFiles } = await build({
    ...packaged,
    stdin: { contents, resolveDir: join(root, 'src/documents/process') },
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
    // a concurrent run may create the same folder, and must not find half of it
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
  return join(folder, 'stdin.mjs')
}
