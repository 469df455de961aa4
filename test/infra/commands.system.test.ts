import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import project from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
const home = mkdtempSync(join(tmpdir(), 'home-'))
const temporary = mkdtempSync(join(tmpdir(), 'commands-'))

/** Number of calls to AWS or any other service. */
let calls = 0
const account = createServer((_, response) => {
  calls += 1
  response.writeHead(500).end()
})

beforeAll(() => new Promise<void>((resolve) => account.listen(0, '127.0.0.1', resolve)))

afterEach(() => {
  calls = 0
})

afterAll(() => {
  account.close()
  for (const folder of [home, temporary]) rmSync(folder, { recursive: true })
})

const scripts: Record<string, string> = project.scripts

/**
 * Runs a script of package.json as npm does, without an account and settings. Starting npm itself for each would take
 * as long as most scripts.
 */
const run = (script: string, ...words: string[]) =>
  new Promise<{ code: unknown; output: string; errors: string }>((resolve) => {
    const env = {
      PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
      TMPDIR: temporary,
      HOME: home,
      DATA_DIR: join(home, 'data'),
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(account.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    }
    const given = ['-c', `${scripts[script]} "$@"`, 'sh', ...words]
    execFile('sh', given, { cwd: root, env }, (error, output, errors) =>
      resolve({ code: error ? error.code : 0, output, errors }),
    )
  })

const state = () => [
  execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }),
  readdirSync(home),
]

describe('npm run', () => {
  test.each(Object.keys(scripts))('%s --help and -h print the usage and do nothing', async (script) => {
    const before = state()

    const [long, short] = await Promise.all([run(script, '--help'), run(script, '-h')])

    expect([long.code, short.code], long.errors + short.errors).toEqual([0, 0])
    expect(long.output).toMatch(/usage|options/i)
    expect(short.output).toMatch(/usage|options/i)
    expect([...state(), calls]).toEqual([...before, 0])
  })
})

describe('a command', () => {
  test.each([
    ['an option that there is not', 'keys', ['--stagee', 'prod'], "Unknown option '--stagee'."],
    ['a word that it does not take', 'idle', ['all'], '"all" is unknown. It only takes options.'],
    ['a folder that does not exist', 'floors', ['wikis'], '"wikis" is not a folder of src or infra.'],
    ['no word where it needs one', 'user', [], 'The first argument must be create or reset.'],
    ['a value that cannot be', 'user', ['create', '--email', 'ada'], /^"email" must/],
    ['an option without its value', 'deploy', ['--stage'], '--stage needs a value.'],
    ['no number where it needs one', 'test:faults', ['--seed', 'one'], '--seed must be a number, not "one".'],
    [
      'a stage that cannot be',
      'replay',
      ['--since', '2026-01-01', '--stage', 'a-b'],
      /^The stage "a-b" must consist/,
    ],
  ])('with %s exits with code 2 and makes no calls', async (_, script, words, message) => {
    const { code, output, errors } = await run(script, ...words)
    const [first, second] = errors.trimEnd().split('\n')

    expect([code, output, calls]).toEqual([2, '', 0])
    expect(first).toMatch(message)
    expect(second).toBe(`Usage: npm run ${script} -- --help`)
  })

  test('exits with code 1 if it fails', async () => {
    const { code, errors } = await run('user', 'reset', '--email', 'ada@example.com')

    expect(code).toBe(1)
    expect(errors).toContain(`No service runs on this machine.`)
    expect(errors).toContain(`\n  ${join(home, 'data')}\n`)
  })

  test('exits with code 0 if it succeeds', async () => {
    const { code, output, errors } = await run('floors', 'wiki', 'infra/local')

    expect([code, errors]).toEqual([0, ''])
    expect(output).toMatch(/^src\/wiki\n\d+ .*\bundo\b[^]*\n\ninfra\/local\n/m)
  })
})
