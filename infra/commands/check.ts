import { spawn } from 'node:child_process'
import { once } from 'node:events'
import project from '../../package.json' with { type: 'json' }
import { runCommand } from '../cli/command.ts'
import type { Progress } from '../cli/progress.ts'

const prefix = 'check:'
const checks = Object.keys(project.scripts).flatMap((name) =>
  name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
)

const usage = `npm run check -- [${checks.join('|')} …]
Runs these checks in turn, by default all, and stops at the first that fails.`

/**
 * Runs a check, and returns true if it passes. Its output goes through a pipe, so that it does not mix with the
 * progress line; colors stay.
 */
const passes = async (check: string, progress: Progress): Promise<boolean> => {
  const colour = process.stdout.isTTY && !process.env['NO_COLOR'] ? { FORCE_COLOR: '1' } : {}
  const child = spawn('npm', ['run', '--silent', `${prefix}${check}`], {
    cwd: `${import.meta.dirname}/../..`,
    env: { ...process.env, ...colour },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', progress.print)
  const [status] = (await once(child, 'close')) as [number | null]
  return status === 0
}

await runCommand({ usage, options: {}, words: checks }, async (_, words, progress) => {
  for (const check of words.length > 0 ? words : checks) {
    progress.show(`checking ${check}`)
    if (!(await passes(check, progress))) throw new Error(`${prefix}${check} failed.`)
  }
  return 'All checks pass.'
})
