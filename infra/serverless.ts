import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../node_modules/serverless/bin/serverless.js')

/**
 * Runs `serverless` in this terminal; throws when it fails, which it has explained by that time. No shell sees the
 * arguments.
 */
export const runServerless = (...args: string[]): void => {
  const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`serverless ${args[0]} failed.`)
}
