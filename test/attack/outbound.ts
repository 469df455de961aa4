import { UnsecuredJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endProviderSession } from '../../src/auth/endpoints/end-provider-session.ts'
import { readDiscovery } from '../../src/wopi/endpoints/read-discovery.ts'
import { call } from '../support/call.ts'
import { configureDocument } from '../support/configured-document.ts'
import { configureEditor } from '../support/editing-server.ts'
import { begin, finish, outcomeOf, redirectUri } from '../support/given-sign-in.ts'
import { clientId } from '../support/oidc-client.ts'
import { resolveNames } from '../support/resolved-names.ts'
import { sideBySide, withoutLog, type Attack, type Part } from './attack.ts'
import { operationOf, type Operation } from './contract.ts'
import { privateHosts } from './disguises.ts'
import { asking } from './sending.ts'
import { startTrap, type Trap } from './trap.ts'

/** A public address without a route: no network has it. */
const nowhere = '3000::1'

/** Answers of successive lookups of one name: all private, some private, or private only when it is asked again. */
const answers: string[][][] = [
  [['127.0.0.1']],
  [['8.8.8.8', '127.0.0.1']],
  [[nowhere, '::ffff:127.0.0.1']],
  [['64:ff9b::7f00:1']],
  [[nowhere], ['127.0.0.1']],
  [[nowhere], ['::1', '127.0.0.1']],
]

/** Makes names of `.rebound.example` resolve to their next answers in this process, until the function is called. */
const rebind = (): (() => void) => {
  const left = new Map<string, string[][]>()
  return resolveNames((name) => {
    const [, n] = /\.n(\d+)\.rebound\.example$/.exec(name) ?? []
    if (n === undefined) return undefined
    const list = left.get(name) ?? [...(answers[Number(n)] ?? [])]
    left.set(name, list)
    return list.length > 1 ? list.shift() : list[0]
  })
}

/** Returns hosts that the service must not call; names are resolved separately for each door. */
const hosts = (door: string) => [...privateHosts, ...answers.map((_, n) => `${door}.n${n}.rebound.example`)]

/** Checks that the editing server's discovery is not requested at a private address. */
const asEditor = async ({ violated }: Attack, { port }: Trap) => {
  for (const host of hosts('editor'))
    for (const scheme of ['http', 'https']) {
      configureEditor(`${scheme}://${host}:${port}`, false)
      const { status } = await call(readDiscovery, {})
      if (status !== 503) violated(`an editing server at ${scheme}://${host}: ${status}`)
    }
  configureEditor(undefined)
}

/** Returns a logout token with an invalid signature. */
const logoutToken = (iss: string): string => {
  const iat = Math.floor(Date.now() / 1_000)
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const claims = { iss, aud: clientId, iat, exp: iat + 60, jti: randomUUID(), sub: 'ada', events }
  const [, payload] = new UnsecuredJWT(claims).encode().split('.')
  const header = Buffer.from(JSON.stringify({ alg: 'RS256', kid: 'any' })).toString('base64url')
  return `${header}.${payload}.c2ln`
}

/** Checks that no endpoint is requested that a provider of single sign-on names at a private address. */
const asProvider = async ({ violated }: Attack, { port }: Trap) => {
  let endpoints = {}
  const server = createServer(({ url = '' }, response) => {
    const issuer = base + url.replace('/.well-known/openid-configuration', '')
    const metadata = { issuer, authorization_endpoint: `${base}/auth`, ...endpoints }
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(metadata))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [keyHosts, tokenHosts] = [hosts('keys'), hosts('tokens')]
  for (const [n, host] of keyHosts.entries()) {
    endpoints = {
      jwks_uri: `https://${host}:${port}/keys`,
      token_endpoint: `https://${tokenHosts[n]}:${port}/token`,
    }
    const settings = {
      name: 'company',
      issuer: `${base}/${n}`,
      client_id: clientId,
      redirect_uris: [redirectUri],
    }
    const reset = await configureDocument('OIDC_PROVIDERS_PARAMETER', JSON.stringify([settings]))
    const logout = await call(endProviderSession, { body: { logout_token: logoutToken(settings.issuer) } })
    if (logout.status !== 503) violated(`keys of a provider at ${host}: ${logout.status}`)
    const state = new URL((await begin('company')).url).searchParams.get('state') ?? ''
    const { error } = outcomeOf(await finish({ state, code: 'any' }))
    if (!['server_error', 'temporarily_unavailable'].includes(String(error)))
      violated(`a token of a provider at ${host}: ${error}`)
    reset()
  }
  server.close()
  server.closeAllConnections()
}

/** Checks that a webhook can neither be created with a private address nor get one later. */
const asReceiver = async ({ contract, send, violated, person }: Attack, { port }: Trap) => {
  const as = await person('admin')
  const [create, update] = ['create', 'update'].map((verb) =>
    operationOf(contract, `webhooks_${verb}_webhook`),
  ) as [Operation, Operation]
  const events = ['task.*']
  const fields = { url: 'https://hooks.example.com', events, is_active: false }
  const { id } = (await send(asking(create, create.path, { as, body: fields }))).body as { id: string }
  const hostile = privateHosts.flatMap((host) => [
    `https://${host}`,
    `https://${host}:${port}`,
    `http://${host}:${port}`,
  ])
  const urls = [...hostile, 'https://ada:secret@example.com', 'ftp://example.com', 'https://']
  await sideBySide(urls, async (url) => {
    const requests = [
      asking(create, create.path, { as, body: { ...fields, url } }),
      asking(update, update.path.replace('{id}', id), { as, body: { url } }),
    ]
    for (const request of requests) {
      const { status, text } = await send(request)
      if (status !== 422 || !text.includes('url')) violated(`a webhook at ${url}: ${status}`, request)
    }
  })
  return urls.length
}

/**
 * Private addresses in every spelling, and names that resolve to them, at each door to the outside: the service must
 * never connect to them.
 */
export const outbound: Part = async (attack) => {
  const trap = await startTrap()
  const webhooks = await asReceiver(attack, trap)
  const unbind = rebind()
  await withoutLog(async () => {
    await asEditor(attack, trap)
    await asProvider(attack, trap)
  }).finally(unbind)
  await attack.world.settle()
  if (trap.visits.length > 0) attack.violated(`the service came to the trap: ${trap.visits.join(', ')}`)
  trap.stop()
  attack.note(
    `${hosts('any').length} private hosts for editor, keys and tokens, ${webhooks} URLs of webhooks`,
  )
}
