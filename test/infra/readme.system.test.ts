import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../infra/local/machine/free-port.ts'
import { launch, whenReady, type LocalService } from '../support/local-service.ts'

const root = join(import.meta.dirname, '../..')
const blocksOf = (file: string, heading: string, language: string) => {
  const text = readFileSync(join(root, file), 'utf8')
  const from = text.indexOf(`\n## ${heading}\n`)
  const blocks = text
    .slice(from)
    .split(/\n## /)[1]
    ?.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))
  return [...(blocks ?? [])].map(([, block]) => block as string)
}

const shell = [
  ...blocksOf('README.md', 'Try it', 'sh'),
  ...blocksOf('infra/local/README.md', 'More to try', 'sh'),
]
const [script = ''] = blocksOf('README.md', 'Try it', 'js')

const isInstalled = (program: string) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const missing = ['bash', 'curl', 'jq'].filter((program) => !isInstalled(program))
const absent = missing.length > 0 ? `: SKIPPED, because this machine has no ${missing.join(', no ')}` : ''

const dataDir = mkdtempSync(join(tmpdir(), 'readme-'))
let port: number
let service: LocalService

beforeAll(async () => {
  port = await freePort()
  service = await whenReady(
    launch({ variables: { PORT: String(port), DATA_DIR: dataDir, DEMO: 'yes', LOG: 'json' } }),
  )
})

afterAll(async () => {
  service.child.kill('SIGTERM')
  await service.ended
  rmSync(dataDir, { recursive: true, force: true })
})

/**
 * Returns the output of a program that reads a text of the README from standard input, with the port of this service.
 */
const run = async (command: string[], text: string): Promise<string> => {
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd: root })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  child.stdin.end(text.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`))
  await once(child, 'close')
  return output
}

const bash = (...blocks: string[]) => run(['bash'], blocks.join('\n'))

/** Expected output of the blocks, in their order. */
const shown = [
  {
    name: 'a page is revised, and its subscriber told',
    patterns: [/"page_id"/, /^\d+$/m, /Welcome to Larkfield/],
  },
  {
    name: 'a document is read, and becomes a course',
    patterns: [
      /^# Invitation to the summer fair$/m,
      /^http:\/\/127\.0\.0\.1:\d+\/\S+$/m,
      /"status": "draft"/,
      /"chapters": \[\n +"/,
    ],
  },
  { name: 'an assistant answers with a source', patterns: [/^event: /m, /28 days of vacation/, /wiki_page/] },
  {
    name: 'a task is assigned, done and commented on',
    patterns: [/"status": "done"/, /"All read\."/, /LF-\d+/],
  },
  { name: 'an editor saves a document', patterns: [/"UserCanWrite": true/, /^the same$/m, /^saved$/m] },
]

const expectShown = (output: string, patterns: RegExp[]) => {
  for (const pattern of patterns) expect(output).toMatch(pattern)
  expect(output).not.toMatch(/^null$|"detail"|^jq: |^curl: |command not found/m)
}

describe.skipIf(missing.length > 0)(`the README right after the first start${absent}`, () => {
  test('contains a block for each expected output', () => {
    expect(shell).toHaveLength(shown.length)
  })

  test('prints the documented output when its blocks are pasted in order', async () => {
    const output = await bash(...shell)

    expectShown(
      output,
      shown.flatMap(({ patterns }) => patterns),
    )
  })

  test.each(shown.map((block, index) => ({ ...block, index })).toReversed())(
    'works after the first block alone: $name',
    async ({ patterns, index }) => {
      const [first = ''] = shell

      const output = await bash(first, ...(index > 0 ? [shell[index] as string] : []))

      expectShown(output, patterns)
    },
  )

  test('logs one JSON object per line with LOG=json', () => {
    const lines = service.output().trimEnd().split('\n')

    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ time: expect.any(String) })
    expect(lines.join('\n')).toContain('"message":"request"')
  })

  test('contains a script that runs in Node.js', async () => {
    const output = await run([process.execPath, '--input-type=module'], script)

    expect(output).toMatch(/'Write the installation guide'/)
  })
})
