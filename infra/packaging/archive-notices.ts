import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onlyFolder, bundleSource, type FunctionCode } from './function-code.ts'
import { noticesBelow, noticesFile } from './third-party-notices.ts'

/**
 * Returns a function that adds the notices of packages to the archives of a source's functions: packages in the code,
 * and packages with files in the archive.
 */
export const archiveNotices = (
  root: string,
  buildFolder: string,
  functions: Record<string, FunctionCode> = {},
): ((source: string, inputs: string[]) => Promise<void>) => {
  const bySource = Map.groupBy(Object.entries(functions), ([, code]) => bundleSource(code))
  const notices = noticesBelow(root)
  return async (source, inputs) => {
    for (const [name, code] of bySource.get(source) ?? []) {
      const folder = onlyFolder(buildFolder, name)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, noticesFile), notices([...inputs, ...(code.package?.patterns ?? [])]))
    }
  }
}
