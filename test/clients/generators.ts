import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const folder = import.meta.dirname
const root = join(folder, '../..')
const generated = join(folder, 'generated')
const documentFile = join(root, '.generated/openapi.json')

/** Disables the compile cache, so that nothing stays in the temporary folder. */
const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }

/** Runs a program and returns its output; throws all of its output if it fails. */
export const ran = async (program: string, args: string[], cwd = folder): Promise<string> => {
  const { stdout } = await promisify(execFile)(program, args, { cwd, env }).catch(
    (error: { stdout: string; stderr: string; message: string }) => {
      throw new Error([error.message, error.stdout, error.stderr].join('\n'))
    },
  )
  return stdout
}

const bin = (name: string) => join(folder, 'node_modules/.bin', name)

/** Installs the generators and linters unless they are installed; returns false if the registry is unreachable. */
export const installed = async (): Promise<boolean> => {
  if (existsSync(bin('redocly'))) return true
  const args = [
    'install',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--fetch-retries=1',
  ]
  return ran('npm', args).then(
    () => true,
    () => false,
  )
}

/** Commands of the generators by the name of their flow; `to` is the output folder. */
const commands: Record<string, (to: string) => string[]> = {
  'openapi-typescript': (to) => ['openapi-typescript', documentFile, '-o', join(to, 'api.ts')],
  'hey-api': (to) => ['openapi-ts', '-i', documentFile, '-o', to, '-c', '@hey-api/client-fetch', '-s'],
}

export const generators = Object.keys(commands)

export const generate = async (name: string): Promise<void> => {
  const to = join(generated, name)
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const [program = '', ...args] = commands[name]?.(to) ?? []
  await ran(bin(program), args)
}

/**
 * Compiles a project of this folder with the strictest settings that its generator supports; throws the compiler's
 * errors.
 */
export const compile = (project: string): Promise<string> =>
  ran(join(root, 'node_modules/.bin/tsc'), ['-p', join(folder, project)])
