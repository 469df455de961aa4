import { build, type BuildOptions, type OutputFile } from 'esbuild'
import { globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { packaged } from '../../esbuild.config.ts'
import { formerAreas } from '../../infra/generation/endpoints.ts'
import { chunkedBuild } from '../../infra/packaging/chunked-build.ts'

const root = resolve(import.meta.dirname, '../..')

type More = Pick<BuildOptions, 'nodePaths' | 'external'>

const bundle = async (file: string, directory: string, more: More): Promise<string> => {
  const outdir = join(directory, file.replaceAll('/', '-').replace(/\.[jt]s$/, ''))
  const outExtension = { '.js': '.mjs' }
  const options = { ...packaged, ...more, plugins: [...packaged.plugins], outdir, outExtension }
  const source = resolve(root, file)
  const mapped = { ...options, sourcemap: 'external' } as const
  const files = file.startsWith('src/')
    ? await chunkedBuild(mapped, source)
    : (await build({ ...mapped, entryPoints: [source], write: false })).outputFiles
  await mkdir(outdir, { recursive: true })
  await Promise.all(files.map(({ path, contents }) => writeFile(path, contents)))
  return (files.find(({ path }) => path.endsWith('.mjs')) as OutputFile).path
}

const bundles = new Map<string, Promise<string>>()

/**
 * Bundles `file` like `npm run package`, with the options `more`, once per process. Returns the path of its own file,
 * next to its source map.
 */
export const bundled = (file: string, directory: string, more: More = {}): Promise<string> => {
  const key = join(directory, file)
  const made = bundles.get(key) ?? bundle(file, directory, more)
  bundles.set(key, made)
  return made
}

/** Bundles `file` for Node without options except minification. Returns the path of the single file. */
export const bundledPlainly = async (file: string, directory: string): Promise<string> => {
  const outfile = join(directory, `${file.replaceAll('/', '-').replace(/\.[jt]s$/, '')}.cjs`)
  const entryPoints = [resolve(root, file)]
  await build({ bundle: true, minify: true, platform: 'node', target: 'node24', entryPoints, outfile })
  return outfile
}

/** Returns the file of a function such as `wiki-create-page`. */
export const fileOf = (name: string): string => {
  const [, area = '', verb] = /^(\w+?)-(.+)$/.exec(name) ?? []
  const later = Object.keys(formerAreas).filter((folder) => formerAreas[folder] === area)
  const [file] = globSync(
    [area, ...later].map((folder) => `src/${folder}/**/endpoints/${verb}.ts`),
    { cwd: root },
  )
  if (!file) throw new Error(`There is no endpoint ${name}.`)
  return file
}
