import { SignJWT, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { newTokenKeys } from '../../infra/keys.ts'
import { environment } from '../../src/platform/environment.ts'
import { jwtVerifier } from '../../src/platform/jwt.ts'
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

/** What only the session or the person behind a token tells. */
const ofNobody = ['nobody’s', 'a session that never was']

/** A token that is not signed yet, with all that is wanted of one; the forgeries sign it and others like it. */
const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
const { control, forged } = await forgeriesOf(`e30.${payload}.c2lnbmF0dXJl`, keys)

describe('A token', () => {
  test('is read that another implementation has signed', () => {
    expect(verify(control)).toEqual(claims)
  })

  test.each(Object.entries(forged).filter(([what]) => !ofNobody.includes(what)))(
    'is nothing with %s',
    (_, token) => {
      expect(verify(token)).toBeUndefined()
    },
  )

  test('is nothing when its signature is written in another way', () => {
    const last = control.at(-1) as string
    const next = String.fromCharCode(last.charCodeAt(0) + 1)

    expect([`${control}=`, `${control}\n`, control.slice(0, -1) + next].map(verify)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('is nothing for another audience', () => {
    expect(jwtVerifier({ audience: 'wopi', keys: () => keys.public })(control)).toBeUndefined()
  })

  test('is nothing by a key of another kind, also when the set has it', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: 'other' }
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'other' })
      .sign(privateKey)

    expect(
      jwtVerifier({ audience: 'api', keys: () => JSON.stringify({ keys: [jwk] }) })(token),
    ).toBeUndefined()
  })
})
