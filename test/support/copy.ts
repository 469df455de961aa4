import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The project in another folder, whose name is hard on whoever takes paths for addresses or words of a shell. */
export const copyProject = () => {
  const folder = mkdtempSync(join(tmpdir(), "Büro d'Été & Co "))
  for (const name of ['README.md', 'serverless.yml', 'esbuild.config.ts', 'package.json', 'src', 'infra'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
