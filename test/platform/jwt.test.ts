import { SignJWT, generateKeyPair, importJWK } from 'jose'
import { createPrivateKey, sign, type JsonWebKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newTokenKeys, tokenRotation, type TokenKeys } from '../../infra/secrets/token-keys.ts'
import { environment } from '../../src/platform/runtime/environment.ts'
import { jwtVerifier } from '../../src/platform/identity/jwt.ts'
import { forgeriesOf } from '../attack/forgeries.ts'

const keys = await newTokenKeys()
const verify = jwtVerifier({ audience: 'api', keys: () => keys.public })

const seconds = Math.floor(Date.now() / 1000)
const claims = {
  iss: environment.publicUrl,
  aud: 'api',
  sub: 'ada',
  jti: 'one',
  iat: seconds,
  exp: seconds + 60,
}

/** Forgeries that only the session or the person of a token reveals. */
const ofNobody = ['nobody’s', 'a session that never was']

/** An unsigned token with all required claims; the forgeries sign it and similar ones. */
const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
const { control, forged } = await forgeriesOf(`e30.${payload}.c2lnbmF0dXJl`, keys)

describe('jwtVerifier', () => {
  test('accepts a token signed by another implementation', async () => {
    expect(await verify(control)).toEqual(claims)
  })

  test.each(Object.entries(forged).filter(([what]) => !ofNobody.includes(what)))(
    'rejects a token with %s',
    async (_, token) => {
      expect(await verify(token)).toBeUndefined()
    },
  )

  test('rejects other encodings of a valid signature', async () => {
    const last = control.at(-1) as string
    const next = String.fromCharCode(last.charCodeAt(0) + 1)

    const others = [`${control}=`, `${control}\n`, `${control} `, control.slice(0, -1) + next]

    expect(await Promise.all(others.map(verify))).toEqual(others.map(() => undefined))
  })

  test('rejects another audience', async () => {
    expect(await jwtVerifier({ audience: 'wopi', keys: () => keys.public })(control)).toBeUndefined()
  })

  test('rejects a key of another type, even if the set contains it', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: 'other' }
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'other', typ: 'JWT' })
      .sign(privateKey)

    const verifyByIt = jwtVerifier({ audience: 'api', keys: () => JSON.stringify({ keys: [jwk] }) })

    expect(await verifyByIt(token)).toBeUndefined()
  })
})

const encoded = (text: string) => Buffer.from(text).toString('base64url')
const issuer = createPrivateKey({ key: keys.private as JsonWebKey, format: 'jwk' })

/** Returns a token with exactly this header and payload, signed by the issuer. */
const signed = (header: string, payload: string) => {
  const text = `${encoded(header)}.${encoded(payload)}`
  return `${text}.${sign(null, Buffer.from(text), issuer).toString('base64url')}`
}
const header = { alg: 'EdDSA', kid: keys.private.kid, typ: 'JWT' }
const withHeader = (changes: object) =>
  signed(JSON.stringify({ ...header, ...changes }), JSON.stringify(claims))
const withClaims = (changes: object) =>
  signed(JSON.stringify(header), JSON.stringify({ ...claims, ...changes }))

describe('jwtVerifier for tokens signed by the issuer', () => {
  test('accepts the header and the claims that the other cases change', async () => {
    expect([await verify(withHeader({})), await verify(withClaims({}))]).toEqual([claims, claims])
  })

  test.each([
    ['the algorithm’s other name', { alg: 'Ed25519' }],
    ['the algorithm in other case', { alg: 'eddsa' }],
    ['a list of algorithms', { alg: ['EdDSA'] }],
    ['no key', { kid: undefined }],
    ['null for a key', { kid: null }],
    ['a key by what every object has', { kid: '__proto__' }],
    ['a list of keys', { kid: [keys.private.kid] }],
    ['nothing in what must be understood', { crit: [] }],
    ['null for what must be understood', { crit: null }],
    ['a payload that is not encoded', { b64: false, crit: ['b64'] }],
    ['no type', { typ: undefined }],
    ['another type', { typ: 'at+jwt' }],
    ['a list of types', { typ: ['JWT'] }],
  ])('rejects a header with %s', async (_, changes) => {
    expect(await verify(withHeader(changes))).toBeUndefined()
  })

  test.each([
    ['several audiences', { aud: ['api', 'wopi'] }],
    ['an audience in a list', { aud: ['api'] }],
    ['an issuer that begins with ours', { iss: `${environment.publicUrl}.example.com` }],
    ['a number for a subject', { sub: 1 }],
    ['a list for a subject', { sub: ['ada'] }],
    ['a number for an id', { jti: 1 }],
    ['an end in a list', { exp: [seconds + 60] }],
    ['an end at this moment', { exp: seconds }],
    ['an end before all time', { exp: -1 }],
    ['null for an end', { exp: null }],
    ['no time of issue', { iat: undefined }],
    ['text for a time of issue', { iat: String(seconds) }],
    ['text for its beginning', { nbf: '0' }],
    ['null for its beginning', { nbf: null }],
  ])('rejects claims with %s', async (_, changes) => {
    expect(await verify(withClaims(changes))).toBeUndefined()
  })

  test.each([
    ['a list', JSON.stringify([claims])],
    ['text', JSON.stringify(JSON.stringify(claims))],
    ['null', 'null'],
    ['empty', ''],
    ['an object behind a byte order mark', `\uFEFF${JSON.stringify(claims)}`],
    ['an object whose claims are inherited', JSON.stringify(claims).replace(/.*/, '{"__proto__":$&}')],
  ])('rejects a payload that is %s', async (_, payload) => {
    expect(await verify(signed(JSON.stringify(header), payload))).toBeUndefined()
  })

  test('uses the last of two claims with one name, as JSON.parse does (RFC 7519 section 4)', async () => {
    const twice = JSON.stringify(claims).replace('{', '{"sub":"eve",')

    expect(await verify(signed(JSON.stringify(header), twice))).toEqual(claims)
  })

  test('accepts an expiry with a fraction of a second', async () => {
    expect((await verify(withClaims({ exp: seconds + 60.5 })))?.exp).toBe(seconds + 60.5)
  })
})

describe('jwtVerifier for signatures', () => {
  test('rejects a signature with the order of the group added (RFC 8032 section 8.4)', async () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    const [head, body, signature = ''] = withClaims({}).split('.')
    const bytes = Buffer.from(signature, 'base64url')
    const sum = (BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order).toString(
      16,
    )
    const half = Buffer.from(sum.padStart(64, '0'), 'hex').reverse()
    const other = Buffer.concat([bytes.subarray(0, 32), half]).toString('base64url')

    expect(await verify(`${head}.${body}.${other}`)).toBeUndefined()
  })

  test('rejects extra bytes at the end of a signature', async () => {
    const [head, body, signature = ''] = withClaims({}).split('.')
    const longer = Buffer.concat([Buffer.from(signature, 'base64url'), Buffer.alloc(1)]).toString('base64url')

    expect(await verify(`${head}.${body}.${longer}`)).toBeUndefined()
  })
})

describe('jwtVerifier for keys', () => {
  test('accepts a key from its announcement until its retirement, also for tokens seen before', async () => {
    let present = await newTokenKeys()
    const rotating = jwtVerifier({ audience: 'api', keys: () => present.public })
    const tokenOf = async ({ private: key }: TokenKeys) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', kid: key.kid as string, typ: 'JWT' })
        .sign(await importJWK(key, 'EdDSA'))
    const old = await tokenOf(present)
    const isKnown = async (token: string) => (await rotating(token)) !== undefined
    const seen: boolean[] = [await isKnown(old)]

    for (const step of ['announce', 'sign', 'retire'] as const) {
      present = await tokenRotation[step](present)
      seen.push(await isKnown(old), await isKnown(await tokenOf(present)))
    }

    expect(seen).toEqual([true, true, true, true, true, false, true])
  })

  test('ignores foreign keys in the set', async () => {
    const { keys: ours } = JSON.parse(keys.public) as { keys: object[] }
    const others = [
      { kty: 'RSA' },
      { kty: 'OKP', crv: 'X25519', kid: 'x' },
      { kty: 'oct', k: 'AA', kid: 'o' },
      {},
    ]

    const mixed = jwtVerifier({ audience: 'api', keys: () => JSON.stringify({ keys: [...others, ...ours] }) })

    expect(await mixed(control)).toEqual(claims)
  })
})
