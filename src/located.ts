import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Where `file`, a path from the top of the repository, is: above this module, be it in the sources, in a build or in
 * a function's package.
 */
export const located = (file: string): string => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, file))) {
    if (folder === dirname(folder)) throw new Error(`The file ${file} is missing.`)
    folder = dirname(folder)
  }
  return join(folder, file)
}
