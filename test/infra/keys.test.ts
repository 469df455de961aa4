import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { newTokenKeys, tokenRotation, type TokenKeys } from '../../infra/secrets/token-keys.ts'

const sign = async ({ private: key }: TokenKeys) =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid as string })
    .sign(await importJWK(key, 'EdDSA'))

const isGood = (token: string, keys: TokenKeys) =>
  jwtVerify(token, createLocalJWKSet(JSON.parse(keys.public))).then(
    () => true,
    () => false,
  )

describe('the rotation of keys', () => {
  test('publishes the next key before anything is signed with it', async () => {
    const before = await newTokenKeys()

    const announced = await tokenRotation.announce(before)
    const signing = await tokenRotation.sign(announced)

    expect(announced.private).toEqual(before.private)
    expect(signing.private.kid).not.toBe(before.private.kid)
    expect(await isGood(await sign(signing), announced)).toBe(true)
  })

  test('keeps sessions valid until the old key is retired', async () => {
    const before = await newTokenKeys()
    const token = await sign(before)

    const announced = await tokenRotation.announce(before)
    const signing = await tokenRotation.sign(announced)
    const retired = await tokenRotation.retire(signing)

    const good = await Promise.all([before, announced, signing, retired].map((keys) => isGood(token, keys)))
    expect(good).toEqual([true, true, true, false])
    expect(await isGood(await sign(signing), retired)).toBe(true)
  })

  test('hides private keys from functions that verify tokens', async () => {
    const keys = await tokenRotation.sign(await tokenRotation.announce(await newTokenKeys()))

    for (const key of JSON.parse(keys.public).keys)
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  })

  test('refuses to sign with a key that was not announced', async () => {
    const keys = await newTokenKeys()

    await expect(tokenRotation.sign(keys)).rejects.toThrow(
      'The next key is missing. Announce it first, and deploy.',
    )
  })
})

test('npm run keys -- --help names the steps of each secret', () => {
  const file = join(import.meta.dirname, '../../infra/commands/keys.ts')
  const lines = execFileSync(process.execPath, [file, '--help'], { encoding: 'utf8' }).trim().split('\n')

  expect(lines.slice(-6).map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['session', 'announce, sign, retire'],
    ['wopi', 'announce, sign, retire'],
    ['cursor', 'announce, sign, retire'],
    ['webhook', 'announce, sign, retire'],
    ['origin', 'announce, send, retire'],
    ['model', 'entered by hand'],
  ])
})
