import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blocksOf, documents, root } from '../support/documents.ts'

/** Shells without personal settings, on a terminal. */
const shells = { bash: 'bash --norc --noprofile -i', zsh: 'zsh -f -i' }

/** Programs in the blocks. Their replacements only record their arguments, so that nothing is deployed or deleted. */
const programs = ['aws', 'cmp', 'curl', 'date', 'git', 'jq', 'node', 'npm', 'npx', 'sleep', 'wc']
const program = `#!/bin/sh
{ printf '%s' "\${0##*/}"; printf ' [%s]' "$@" </dev/null; echo; } >>"$CALLS"
echo seen
`

/** The documents with blocks; blocks of templates are for their authors to fill. */
const pasted = documents.filter((file) => blocksOf(file).length > 0 && !file.includes('TEMPLATE'))

/** Blocks that a document requires before its own. */
const before: Record<string, string[]> = {
  'infra/local/README.md': blocksOf('README.md').filter((block) => block.startsWith('api=')),
}

const isInstalled = (shell: string) => {
  try {
    execFileSync('script', ['-qec', `${shell} -c true`, '/dev/null'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Creates a folder with the programs, and with the files that the blocks name. */
const givenFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'pasted-'))
  mkdirSync(join(folder, 'bin'))
  for (const name of programs) {
    writeFileSync(join(folder, 'bin', name), program)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  for (const name of ['test', 'node_modules']) symlinkSync(join(root, name), join(folder, name))
  return folder
}

/** Types lines into a shell on a terminal. After each block, a file shows that the shell has finished it. */
const paste = async (shell: keyof typeof shells, blocks: string[]) => {
  const folder = givenFolder()
  const calls = join(folder, 'calls')
  const child = spawn('script', ['-qec', shells[shell], '/dev/null'], {
    timeout: 20_000,
    cwd: folder,
    env: {
      PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
      HOME: folder,
      TERM: 'dumb',
      CALLS: calls,
      LANG: 'C.UTF-8',
    },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  const lines = blocks.map((block, index) => `${block}: >ended-${index}\n`)
  child.stdin.end(`${lines.join('')}exit\n`)
  await once(child, 'close')
  const open = blocks.filter((_, index) => !existsSync(join(folder, `ended-${index}`)))
  const called = existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : []
  rmSync(folder, { recursive: true })
  return { output, open, called }
}

const refusals = /\b(?:zsh|bash): .*/g

describe.each(Object.keys(shells) as (keyof typeof shells)[])('%s', (shell) => {
  const absent = isInstalled(shell) ? '' : `: SKIPPED, because this machine has no ${shell} or no script`

  test.skipIf(absent !== '').each(pasted)(`accepts the pasted blocks of %s${absent}`, async (file) => {
    const { output, open, called } = await paste(shell, [...(before[file] ?? []), ...blocksOf(file)])

    expect(open).toEqual([])
    expect(output.match(refusals)).toBeNull()
    expect(called.filter((call) => call.includes('[#]'))).toEqual([])
    expect(called.length).toBeGreaterThan(0)
  })
})
