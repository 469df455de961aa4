import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureGenerated } from '../../infra/generation/generation.ts'

const root = join(import.meta.dirname, '../..')

const parts = [
  'README.md',
  'serverless.yml',
  'esbuild.config.ts',
  'package.json',
  'package-lock.json',
  'assets',
  'generated',
  'src',
  'infra',
  '.generated',
]

/** Copies the project to a folder whose name breaks code that confuses paths with URLs or shell words. */
export const copyProject = () => {
  ensureGenerated()
  const folder = mkdtempSync(join(tmpdir(), "Büro d'Été & Co "))
  for (const name of parts) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
