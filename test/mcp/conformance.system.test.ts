import { execFile } from 'node:child_process'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenToken } from '../support/given-token.ts'
import { signedIn } from '../support/people.ts'
import { startService, type RunningService } from '../support/service.ts'

/** Program of the protocol's official conformance suite, which tests versions before 2026-07-28. */
const program = 'node_modules/@modelcontextprotocol/conformance/dist/index.js'

const applicable = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection']

/** Scenarios that do not apply, by their reasons. */
const others: Record<string, string[]> = {
  'uses a tool or resource that only servers made for the suite have': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'json-schema-2020-12',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
  ],
  'needs a session, or several messages in a response; here each message gets one response': [
    'tools-call-with-progress',
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'server-sse-polling',
    'server-sse-multiple-streams',
  ],
  'tests logging, subscriptions, completions or prompts, which the service does not declare': [
    'logging-set-level',
    'tools-call-with-logging',
    'resources-subscribe',
    'resources-unsubscribe',
    'completion-complete',
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ],
}

const run = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args])

let service: RunningService
let proxy: Server
let url: string

beforeAll(async () => {
  service = await startService()
  const { token } = await givenToken(await signedIn(), 'read')
  // the suite sends no token
  proxy = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const target = new URL('/api/v1/mcp', service.url)
    const outgoing = request(target, { method: incoming.method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(answer)
    })
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
})

afterAll(async () => {
  proxy.close()
  proxy.closeAllConnections()
  await service.stop()
})

test('applies or leaves out every scenario of the suite', async () => {
  const { stdout } = await run('list', '--server')

  const listed = [...stdout.matchAll(/^\s+- ([\w-]+)/gm)].map(([, name]) => name)
  expect(new Set(listed)).toEqual(new Set([...applicable, ...Object.values(others).flat()]))
})

test.each(applicable)('passes %s', async (scenario) => {
  const { stdout } = await run('server', '--url', url, '--scenario', scenario)

  expect(stdout).toMatch(/Passed: [1-9]\d*\/[1-9]\d*, 0 failed, 0 warnings/)
})
