import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { deploymentAddress, gatewayBehind } from '../../infra/smoke/address.ts'
import { runningFile } from '../../infra/local/machine/running-services.ts'
import { credentials } from '../../src/users/credentials.ts'
import { registerUser } from '../../src/users/registration.ts'
import { listSpaces } from '../../src/wiki/endpoints/list-spaces.ts'
import { call } from '../support/call.ts'
import { signedIn } from '../support/people.ts'
import { startService } from '../support/service.ts'
import { settle } from '../support/world.ts'

const password = 'smoke-test-password'
const smokeFile = join(import.meta.dirname, '../../infra/commands/smoke.ts')

const smoke = async (args: string[], variables: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [smokeFile, ...args], { env: { ...process.env, ...variables } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, lines: output.trim().split('\n') }
}

const givenPeople = async () => {
  const emails = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`] as [string, string]
  for (const email of emails) await registerUser({ email, name: 'Smoke test', role: 'user' }, password)
  return {
    SMOKE_EMAIL: emails[0],
    SMOKE_PASSWORD: password,
    SMOKE_OTHER_EMAIL: emails[1],
    SMOKE_OTHER_PASSWORD: password,
  }
}

describe('npm run smoke', () => {
  test('completes the whole conversation and leaves nothing behind', async () => {
    const service = await startService()
    const people = await givenPeople()
    const ended = smoke(['--url', service.url], people).finally(() => (isOver = true))
    let isOver = false

    while (!isOver) {
      await settle({ mayFail: true })
      await sleep(100)
    }
    const { code, lines } = await ended
    await service.stop()
    const left = await call(listSpaces, { as: await signedIn(), query: { q: 'smoke' } })

    expect(lines.filter((line) => line.startsWith('failed'))).toEqual([])
    expect(lines).toContainEqual(expect.stringMatching(/a compressed answer: .* came as br and gzip$/))
    expect([code, lines.at(-1)]).toEqual([0, `All ${lines.length - 2} steps passed.`])
    expect(left.body.items).toEqual([])
  })

  test('names the failed steps, and fails', async () => {
    const server = createServer((_, response) => response.writeHead(200).end('{"status": "ok"}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

    const { code, lines } = await smoke(['--url', url], await givenPeople())
    server.closeAllConnections()
    server.close()

    expect(code).toBe(1)
    expect(lines[1]).toMatch(/^ok +\d+ ms {2}health: ok$/)
    expect(lines).toContainEqual(expect.stringMatching(/^failed +\d+ ms {2}a wiki page: The token of /))
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('revokes the access that it gave when %s ends it', async (signal, code) => {
    const asked = Promise.withResolvers<void>()
    const server = createServer(() => asked.resolve()) // never answers
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'smoke-'))
    const PUBLIC_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    runningFile(DATA_DIR).write({ pid: process.pid, variables: { PUBLIC_URL } })
    const child = spawn(process.execPath, [smokeFile], { env: { ...process.env, DATA_DIR } })
    const closed = once(child, 'close')
    const activeOnes = async () => {
      const emails = ['author', 'follower'].map((who) => `success+smoke-${who}@simulator.amazonses.com`)
      return Promise.all(emails.map(async (email) => (await credentials.find({ email }))?.is_active))
    }

    await asked.promise
    const during = await activeOnes()
    child.kill(signal)
    const [ended] = (await closed) as [number | null]
    server.closeAllConnections()
    server.close()
    rmSync(DATA_DIR, { recursive: true })

    expect([during, ended, await activeOnes()]).toEqual([[true, true], code, [false, false]])
  })

  test('asks for two people if it cannot create them', async () => {
    const { code, lines } = await smoke(['--url', 'http://127.0.0.1:1'], { SMOKE_EMAIL: '' })

    expect([code, lines]).toEqual([
      2,
      [expect.stringMatching(/^--url needs two people: SMOKE_EMAIL, /), 'Usage: npm run smoke -- --help'],
    ])
  })

  test('prints its usage', async () => {
    const { code, lines } = await smoke(['--help'])

    expect([code, lines[0]]).toEqual([
      0,
      'Usage: npm run smoke -- [--stage x] [--region r] [--url https://…]',
    ])
  })
})

describe('the URL of a stage', () => {
  const output = (OutputKey: string, OutputValue: string) => ({ OutputKey, OutputValue })
  const parameter = (ParameterKey: string, ParameterValue: string) => ({ ParameterKey, ParameterValue })
  const gateway = output('GatewayUrl', 'https://x.execute-api.eu-central-1.amazonaws.com/live')
  const distribution = output('DistributionUrl', 'https://d1.cloudfront.net')
  const empty = [parameter('PublicUrl', ''), parameter('Domain', '')]
  const own = parameter('Domain', 'platform.example.com')
  const given = parameter('PublicUrl', 'https://intra.example.com/')

  test.each([
    ['the gateway', { Parameters: empty, Outputs: [gateway] }, gateway.OutputValue],
    ['the distribution', { Parameters: empty, Outputs: [gateway, distribution] }, distribution.OutputValue],
    [
      'the domain of the distribution',
      {
        Parameters: [...empty, parameter('DistributionDomain', 'b.example')],
        Outputs: [gateway, distribution],
      },
      'https://b.example',
    ],
    ['the own domain', { Parameters: [own], Outputs: [gateway] }, 'https://platform.example.com'],
    ['what is given', { Parameters: [given, own], Outputs: [gateway] }, 'https://intra.example.com'],
  ])('equals that of %s', (_, stack, address) => {
    expect(deploymentAddress(stack)).toBe(address)
  })

  test("includes the gateway's only behind a distribution", () => {
    expect(gatewayBehind({ Outputs: [gateway] })).toBeUndefined()
    expect(gatewayBehind({ Outputs: [gateway, distribution] })).toBe(gateway.OutputValue)
  })
})
