import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** What stands in a file of this folder. */
export const readContent = <T>(file: string): T =>
  parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as T
