import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchEndpoints } from '../../infra/local/service/endpoint-watch.ts'

let cwd: string
let end: () => void
let next: PromiseWithResolvers<string>

const write = (file: string): void => {
  mkdirSync(dirname(join(cwd, file)), { recursive: true })
  writeFileSync(join(cwd, file), '')
}

/** Makes a change, and returns the line that follows. */
const told = async (change: () => void): Promise<string> => {
  next = Promise.withResolvers()
  change()
  return next.promise
}

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'watched-'))
  write('src/wiki/endpoints/read-page.ts')
  end = watchEndpoints({ cwd, tell: (line) => next.resolve(line) })
})

afterEach(() => {
  end()
  rmSync(cwd, { recursive: true })
})

test('asks for a restart when the first endpoint of a new area appears', async () => {
  const first = await told(() => write('src/polls/endpoints/create-poll.ts'))
  const second = await told(() => write('src/polls/poll/resource.ts'))
  const third = await told(() => write('src/polls/workers/count-votes.ts'))

  const again = 'press Ctrl-C and run "npm start" again.'
  expect([first, second, third]).toEqual([
    `src/polls/endpoints/create-poll.ts is new: ${again}`,
    `src/polls/poll/resource.ts is new: ${again}`,
    `src/polls/workers/count-votes.ts is new: ${again}`,
  ])
})

test('asks for a restart when an endpoint disappears', async () => {
  const line = await told(() => rmSync(join(cwd, 'src/wiki/endpoints/read-page.ts')))

  expect(line).toMatch(/^src\/wiki\/endpoints\/read-page\.ts is gone: /)
})
