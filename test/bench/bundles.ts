import { build } from 'esbuild'
import { resolve } from 'node:path'
import { packaged } from '../../esbuild.config.ts'
import { fileOf } from './bundle.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'

/**
 * How large a function's one file may be, beside that of the SDK alone: a few of every area. What is read of
 * S3, of other areas' rights or of words has its part in some. The packages that every request passes
 * (Middy's two and jose) are a tenth.
 */
const granted: Record<string, number> = {
  'auth-login': 1.85,
  'auth-read-me': 1.6,
  'users-list-users': 1.65,
  'assistants-read-assistant': 1.65,
  'lms-list-courses': 1.7,
  'lms-create-course': 1.75,
  'wiki-read-page': 1.65,
  'wiki-create-revision': 1.7,
  'task-list-tasks': 2.05,
  'support-list-tickets': 1.65,
  'chats-read-chat': 2.05,
  'search-search-everything': 2.15,
  'files-read-file': 3.25,
  'wopi-check-file-info': 3.8,
}

const bare = 'test/bench/bare-handler.ts'

/** Bytes of the bundles of these files, made as `npm run package` does. */
const sizesOf = async (files: string[]): Promise<number[]> => {
  const root = resolve(import.meta.dirname, '../..')
  const outdir = resolve(root, 'bundles')
  const { outputFiles } = await build({
    ...packaged,
    plugins: [...packaged.plugins],
    entryPoints: files.map((file) => resolve(root, file)),
    outbase: root,
    outdir,
    write: false,
  })
  const sizes = new Map(outputFiles.map(({ path, contents }) => [path, contents.length]))
  return files.map((file) => sizes.get(resolve(outdir, file.replace(/\.ts$/, '.js'))) ?? NaN)
}

/** How large functions are as they are deployed: every import is loaded before the first answer. */
export const bundles = async (): Promise<Outcome> => {
  const names = Object.keys(granted)
  const [least = NaN, ...sizes] = await sizesOf([bare, ...names.map(fileOf)])
  const rows = names.map((name, index) => {
    const size = sizes[index] ?? NaN
    return { name, size, ratio: size / least, most: granted[name] as number }
  })
  const large = rows.filter(({ ratio, most }) => !(ratio <= most))
  printTable(
    `bundles: kB, and ÷ a bare SDK handler's ${Math.round(least / 1000)} kB`,
    ['function', 'kB', 'ratio', 'aim', ''],
    rows.map(({ name, size, ratio, most }) => [
      name,
      Math.round(size / 1000),
      ratio,
      most,
      ratio <= most ? '' : 'larger',
    ]),
  )
  const broken = large.map(
    ({ name, ratio, most }) =>
      `${name}: ${ratio.toFixed(2)} times the bare handler's bundle instead of ${most}`,
  )
  const measured = `${rows.length - large.length} of ${rows.length} functions`
  return { measured, isMet: broken.length === 0, broken }
}
