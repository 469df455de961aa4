import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../../node_modules/serverless/bin/serverless.js')

/** Runs `serverless` in this terminal, without a shell; throws if it fails, after it has printed the reason. */
export const runServerless = (...args: string[]): void => {
  const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`serverless ${args[0]} failed.`)
}
