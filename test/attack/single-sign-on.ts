import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { clientId, clientSecret } from '../support/oidc-client.ts'
import { browse } from '../support/oidc-provider.ts'
import type { Attack, Part } from './attack.ts'
import { redirectUri } from './attacked-world.ts'
import type { Operation } from './contract.ts'
import { asking, type Sent } from './sending.ts'

const secret = () => randomBytes(32).toString('base64url')
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
const event = 'http://schemas.openid.net/event/backchannel-logout'

/** Returns the steps of single sign-on as a client, a browser and the provider take them. */
const stepsOf = ({ contract, send, world }: Attack) => {
  const find = (id: string) => contract.operations.find((operation) => operation.id === id) as Operation
  const [start, finish] = [find('auth_start_single_sign_on'), find('auth_finish_single_sign_on')]
  const [exchange, logout, me] = ['create_oidc_token', 'end_provider_session', 'read_me'].map((name) =>
    find(`auth_${name}`),
  ) as [Operation, Operation, Operation]
  const begin = (changes: object = {}) => {
    const parameters = {
      provider: 'company',
      redirect_uri: redirectUri,
      state: 'any',
      code_challenge: secret(),
    }
    const query = new URLSearchParams({ ...parameters, ...changes })
    return send(asking(start, `${start.path}?${String(query)}`))
  }
  const comeBack = (query: Record<string, string>) =>
    send(asking(finish, `${finish.path}?${String(new URLSearchParams(query))}`))
  const redeem = (code: string, code_verifier: string) =>
    send(asking(exchange, exchange.path, { body: { code, code_verifier } }))
  const sendLogout = (logout_token: string) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const body = String(new URLSearchParams({ logout_token }))
    return send({ ...asking(logout, logout.path, { headers }), body } satisfies Sent)
  }
  /** Returns the query parameters with which the provider redirects a person back who started with this verifier. */
  const visit = async (verifier: string) => {
    const { headers } = await begin({ code_challenge: hashOf(verifier) })
    const back = await browse(String(headers['location']), `${world.url}${finish.path}`)
    return Object.fromEntries(back.searchParams)
  }
  const codeFor = async (verifier: string) => {
    const { headers } = await comeBack(await visit(verifier))
    return new URL(String(headers['location'])).searchParams.get('code') ?? ''
  }
  const readMe = (token: string) => send(asking(me, me.path, { as: { token } }))
  return { begin, comeBack, redeem, sendLogout, visit, codeFor, readMe }
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns invalid logout tokens of a person by their flaw; `good` are the claims of a valid one. */
const forgedLogouts = async ({ world }: Attack, good: object): Promise<Record<string, string>> => {
  const { sign } = world.oidc
  const bySecret = `${encoded({ alg: 'HS256' })}.${encoded(good)}`
  const [head, , signature] = (await sign({ ...good, sub: 'another' })).split('.')
  return {
    'no signature': `${encoded({ alg: 'none' })}.${encoded(good)}.`,
    'our own secret': `${bySecret}.${createHmac('sha256', clientSecret).update(bySecret).digest('base64url')}`,
    'the signature of another': `${head}.${encoded(good)}.${signature}`,
    'another issuer': await sign({ ...good, iss: 'https://id.example.com' }),
    'another client': await sign({ ...good, aud: 'another' }),
    'no event': await sign({ ...good, events: {} }),
    'a nonce': await sign({ ...good, nonce: 'any' }),
    'no id': await sign({ ...good, jti: undefined }),
    'an end long ago': await sign({ ...good, exp: 1 }),
    'an end that is no number': await sign({ ...good, exp: 'tomorrow' }),
    'a key from elsewhere': await sign(good, { kid: 'x', jku: 'http://127.0.0.1:9/jwks.json' } as object),
    'the type of another token': await sign(good, { typ: 'at+jwt' }),
    'half a character': await sign({ ...good, jti: '\ud83d', events: null }),
    nothing: '.',
    'many parts': 'a.'.repeat(2_000),
  }
}

/** Signs in a person whose name is markup at a provider, and alters, forges and replays the result of each step. */
export const singleSignOn: Part = async (attack) => {
  const { world, mark, violated, note } = attack
  const steps = stepsOf(attack)
  const refused = async (what: string, answer: ReturnType<typeof steps.begin>, ...statuses: number[]) => {
    const { status } = await answer
    if (!statuses.includes(status)) violated(`${what}: ${status}`)
  }
  const sub = randomUUID()
  const name = `<img src=x onerror=alert(1)>\u202e${mark}\u0000\n"]}`
  world.oidc.people.set(sub, { email: `${sub}@example.com`, email_verified: true, name })
  world.oidc.signInAs(sub)

  for (const uri of [
    '//evil.example',
    `${redirectUri}.evil.example`,
    `${redirectUri}#x`,
    'javascript:alert(1)',
  ])
    await refused(`a redirect to ${uri}`, steps.begin({ redirect_uri: uri }), 422)
  const verifier = secret()
  const back = await steps.visit(verifier)
  for (const state of [
    secret(),
    `${back['state']}x`,
    String(back['state']).toLowerCase(),
    '\u0000',
    'x'.repeat(500),
  ])
    await refused('a forged state', steps.comeBack({ ...back, state }), 422)
  const { headers } = await steps.comeBack(back)
  await refused('a state again', steps.comeBack(back), 422)
  const code = new URL(String(headers['location'])).searchParams.get('code') ?? ''
  for (const forged of [secret(), `${code}x`, '..', '\u0000'])
    await refused('a forged code', steps.redeem(forged, verifier), 401)
  await refused('a code with another verifier', steps.redeem(code, secret()), 401)
  const both = await Promise.all([steps.redeem(code, verifier), steps.redeem(code, verifier)])
  const [replayed, ...more] = both.flatMap(
    ({ body }) => (body as { access_token?: string }).access_token ?? [],
  )
  if (replayed === undefined || more.length > 0) violated(`a code was good for ${both.length} tokens`)
  // RFC 6749 section 4.1.2: a code that is used twice revokes the tokens issued for it
  await refused('the session of a replayed code', steps.readMe(String(replayed)), 401)
  const { body } = await steps.redeem(await steps.codeFor(verifier), verifier)
  const token = (body as { access_token?: string }).access_token
  const shown = ((await steps.readMe(String(token))).body as { name: string }).name
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(shown))
    violated(`a name has characters that no text shows: ${encodeURI(shown)}`)

  const iat = Math.floor(Date.now() / 1_000)
  const common = { iss: world.oidc.issuer, aud: clientId, sub, events: { [event]: {} } }
  const good = () => ({ ...common, iat, exp: iat + 120, jti: randomUUID() })
  const forged = await forgedLogouts(attack, good())
  for (const [what, logoutToken] of Object.entries(forged))
    await refused(`a logout token with ${what}`, steps.sendLogout(logoutToken), 400)
  const before = await steps.readMe(String(token))
  if (before.status !== 200) violated('a forged logout has ended a session')
  const logoutToken = await world.oidc.sign(good())
  const late = secret()
  const open = await steps.codeFor(late)
  await refused('a good logout token', steps.sendLogout(logoutToken), 200)
  await refused('a session that has ended', steps.readMe(String(token)), 401)
  await refused('a code from before a logout', steps.redeem(open, late), 401)
  await refused('a logout token again', steps.sendLogout(logoutToken), 400)
  note(
    `${Object.keys(forged).length} logout tokens, states, codes and redirects that are none; a name: ${shown}`,
  )
}
