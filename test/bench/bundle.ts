import { build } from 'esbuild'
import { join } from 'node:path'
import { packaged } from '../../esbuild.config.ts'

const root = new URL('../..', import.meta.url).pathname

/** Bundles `file` as `npm run package` does. Gives the path of the one file. */
export const bundled = async (file: string, directory: string): Promise<string> => {
  const outfile = join(directory, `${file.replaceAll('/', '-').replace(/\.ts$/, '')}.mjs`)
  await build({ ...packaged, plugins: [...packaged.plugins], entryPoints: [join(root, file)], outfile })
  return outfile
}

/** The file of the function `wiki-create-page`. */
export const fileOf = (name: string): string => {
  const [, area, verb] = /^(\w+?)-(.+)$/.exec(name) ?? []
  return `src/${area}/endpoints/${verb}.ts`
}
