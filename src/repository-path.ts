import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Returns the absolute path of `file`, a path from the root of the repository. Searches the folders above this module,
 * so that it works in the sources, in a build and in a function's package.
 */
export const repositoryPath = (file: string): string => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, file))) {
    if (folder === dirname(folder)) throw new Error(`The file ${file} is missing.`)
    folder = dirname(folder)
  }
  return join(folder, file)
}
