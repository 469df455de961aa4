import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { exportJWK, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose'
import type { TokenKeys } from '../../infra/secrets/token-keys.ts'

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as JWTPayload

type Header = Record<string, unknown> & { alg: string }

/**
 * Returns invalid tokens based on a good one, by their flaw. Those that need the issuer's key are signed with it, to
 * prove that more than the signature is verified. `control` is signed the same way, and is valid.
 */
export const forgeriesOf = async (
  good: string,
  keys: TokenKeys,
): Promise<{ control: string; forged: Record<string, string> }> => {
  const [head = '', body = '', signature = ''] = good.split('.')
  const payload = decoded(body)
  const { private: own } = JSON.parse(JSON.stringify(keys)) as { private: JWK | string }
  const key = (typeof own === 'string' ? JSON.parse(own) : own) as JWK & { kid: string }
  const { d: _, ...open } = key
  const [issuer, stranger] = [await importJWK(key, 'EdDSA'), generateKeyPairSync('ed25519')]
  const now = Math.floor(Date.now() / 1_000)

  const unsigned = (alg: string) => `${encoded({ alg, kid: key.kid, typ: 'JWT' })}.${body}.`
  const bySecret = (secret: string | Buffer, alg = 'HS256') => {
    const text = `${encoded({ alg, kid: key.kid, typ: 'JWT' })}.${body}`
    return `${text}.${createHmac(`sha${alg.slice(2)}`, secret)
      .update(text)
      .digest('base64url')}`
  }
  const signed = (
    changes: Record<string, unknown>,
    header: Partial<Header> = {},
    by: typeof issuer | typeof stranger.privateKey = issuer,
  ) =>
    new SignJWT({ ...payload, ...changes })
      .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ: 'JWT', ...header })
      .sign(by)
  const pem = createPublicKey({ key: open as JsonWebKey, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  })
  const tampered = (changes: object) => `${head}.${encoded({ ...payload, ...changes })}.${signature}`
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const strangersJwk = await exportJWK(stranger.publicKey)

  const forged = {
    'no algorithm': unsigned('none'),
    'no algorithm, in odd case': unsigned('nOnE'),
    'no signature': `${head}.${body}.`,
    'HS256 by the public key as PEM': bySecret(pem as string),
    'HS256 by the public key as JSON': bySecret(JSON.stringify(open)),
    'HS512 by the bytes of the public key': bySecret(Buffer.from(open.x as string, 'base64url'), 'HS512'),
    'HS256 by nothing': bySecret(''),
    'another algorithm': await new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', kid: key.kid })
      .sign(ec.privateKey),
    'another audience': await signed({ aud: 'another' }),
    'no audience': await signed({ aud: undefined }),
    'another issuer': await signed({ iss: 'http://issuer.example.com' }),
    'no issuer': await signed({ iss: undefined }),
    'another key': await signed({}, {}, stranger.privateKey),
    'a key that nobody has': await signed({}, { kid: 'no-such-key' }, stranger.privateKey),
    'a key by its path': await signed({}, { kid: '../../../../dev/null' }, stranger.privateKey),
    'a key that it brings along': await signed(
      {},
      { kid: undefined, jwk: strangersJwk },
      stranger.privateKey,
    ),
    'a key from elsewhere': await signed({}, { jku: 'http://127.0.0.1:9/jwks.json' }, stranger.privateKey),
    'a header that must be understood': [
      encoded({ alg: 'EdDSA', kid: key.kid, crit: ['exp2'], exp2: 1 }),
      body,
      signature,
    ].join('.'),
    expired: await signed({ exp: now - 1 }),
    'no end': await signed({ exp: undefined }),
    'an end that is no number': await signed({ exp: String(now + 9_999) }),
    'not valid yet': await signed({ nbf: now + 3_600 }),
    'nobody’s': await signed({ sub: '01990000-0000-7000-8000-000000000000' }),
    'no subject': await signed({ sub: undefined }),
    'a session that never was': await signed({ jti: '01990000-0000-7000-8000-000000000000' }),
    'no session': await signed({ jti: undefined }),
    'another role': tampered({ role: 'admin' }),
    'another person': tampered({ sub: '01990000-0000-7000-8000-000000000000' }),
    'a later end': tampered({ exp: now + 99_999_999 }),
    'a signature that was altered': `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'a signature that was cut off': good.slice(0, -8),
    'a fourth part': `${good}.${signature}`,
    'two tokens': `${good},${good}`,
    'another word in it': `${good} ${good}`,
    'no JSON in it': `${Buffer.from('nothing').toString('base64url')}.${body}.${signature}`,
    'a long one': `${head}.${'A'.repeat(6_000)}.${signature}`,
  }
  return { control: await signed({}), forged }
}
