import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** Returns the content of a YAML file in this folder. */
export const readDemoContent = <T>(file: string): T =>
  parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as T
