import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../infra/local/machine/free-port.ts'
import { launch, noneLeft, whenReady, type LocalService } from '../support/local-service.ts'
import { browse, logOutAt, requestWith } from '../support/oidc-provider.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'demo-provider-'))
let service: LocalService
let url: string

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  service = await whenReady(launch({ variables: { PORT: String(port), DATA_DIR: dataDir, OIDC: 'demo' } }))
})

afterAll(async () => {
  service.child.kill('SIGINT')
  await service.ended
  await noneLeft(dataDir)
  rmSync(dataDir, { recursive: true })
})

const call = async (path: string, token = '', body?: object) => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${url}/api/v1${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

/** Signs in as a person of the demo, in a browser with these cookies. */
const signIn = async (email: string, cookies: Map<string, string>) => {
  const code_verifier = randomBytes(32).toString('base64url')
  const redirect_uri = `${url}/account/signed-in`
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const query = new URLSearchParams({ provider: 'demo', redirect_uri, state: 'any', code_challenge })
  let at = await browse(
    `${url}/api/v1/auth/oidc/start?${String(query)}`,
    /\/interaction\/|\/signed-in/,
    cookies,
  )
  if (at.pathname.startsWith('/interaction/')) {
    expect(await (await requestWith(at, cookies)).text()).toContain(email)
    const chosen = { method: 'POST', body: new URLSearchParams({ email }) }
    const next = (await requestWith(at, cookies, chosen)).headers.get('location') as string
    at = await browse(new URL(next, at).href, /\/signed-in/, cookies)
  }
  const code = at.searchParams.get('code')
  return (await call('/auth/oidc/token', '', { code, code_verifier })).body['access_token'] as string
}

test('OIDC=demo starts a provider at which the people of the demo can sign in and out', async () => {
  const cookies = new Map<string, string>()
  const [one, other] = [await signIn('user@example.com', cookies), await signIn('user@example.com', cookies)]
  const me = await call('/auth/me', one)

  const { body } = await call('/auth/oidc/logout', one, {})
  await logOutAt(body['logout_url'] as string, cookies)

  expect(service.output()).toMatch(/single sign-on http:\/\/127\.0\.0\.1:\d+, the provider "demo"/)
  expect(me.body['email']).toBe('user@example.com')
  // the provider has sent a back-channel logout to the service
  expect((await call('/auth/me', other)).status).toBe(401)
})
