import { build } from 'esbuild'
import { resolve } from 'node:path'
import { packaged } from '../../esbuild.config.ts'
import { fileOf } from './bundle.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'

/**
 * How large a function's one file may be, beside that of the SDK alone: a few of every area. What is read of
 * S3, of other areas' rights or of words has its part in some; what makes HTML of a page and signs its pictures is
 * loaded only when it is asked for. The packages that every request passes
 * (Middy's two and jose) are a tenth.
 */
const granted: Record<string, number> = {
  'auth-login': 1.85,
  'auth-read-me': 1.6,
  'users-list-users': 1.7,
  'assistants-read-assistant': 1.65,
  'lms-list-courses': 1.78,
  'lms-create-course': 2.13,
  'wiki-read-page': 4.15,
  'wiki-create-revision': 2.13,
  'task-list-tasks': 1.82,
  'support-list-tickets': 1.73,
  'chats-read-chat': 2.12,
  'search-search-everything': 2.24,
  'files-read-file': 2.1,
  'wopi-check-file-info': 3.3,
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
    return { name, size, ratio: size / least, maxRatio: granted[name] as number }
  })
  const large = rows.filter(({ ratio, maxRatio }) => !(ratio <= maxRatio))
  printTable(
    `bundles: kB, and ÷ a bare SDK handler's ${Math.round(least / 1000)} kB`,
    ['function', 'kB', 'ratio', 'aim', ''],
    rows.map(({ name, size, ratio, maxRatio }) => [
      name,
      Math.round(size / 1000),
      ratio,
      maxRatio,
      ratio <= maxRatio ? '' : 'larger',
    ]),
  )
  const broken = large.map(
    ({ name, ratio, maxRatio }) =>
      `${name}: ${ratio.toFixed(2)} times the bare handler's bundle instead of ${maxRatio}`,
  )
  const measured = `${rows.length - large.length} of ${rows.length} functions`
  return { measured, isMet: broken.length === 0, broken }
}
