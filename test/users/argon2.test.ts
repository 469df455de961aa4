import crypto from 'node:crypto'
import { randomUUID } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, describe, expect, test } from 'vitest'
import { login } from '../../src/auth/endpoints/login.ts'
import { byOpenSsl, byWebAssembly } from '../../src/users/argon2.ts'
import { hashPassword, isPassword } from '../../src/users/password.ts'
import { registerUser } from '../../src/users/registration.ts'
import { call } from '../support/call.ts'

const { argon2Sync } = crypto

/** Simulates Node.js releases before 24.7, or built with an OpenSSL before 3.2. */
const lacking = {
  'no function': () => undefined,
  'a function that is not supported': () => () => {
    throw Object.assign(new Error('Argon2 algorithm not supported'), {
      code: 'ERR_CRYPTO_ARGON2_NOT_SUPPORTED',
    })
  },
}

const install = (argon2: unknown) => {
  Object.assign(crypto, { argon2Sync: argon2 })
  syncBuiltinESMExports()
}

afterEach(() => install(argon2Sync))

const password = 'p\u00e4ssw\u00f6rd \u{1f512} of some length'
const derivation = {
  message: password,
  nonce: Buffer.alloc(16, 7),
  memory: 19_456,
  passes: 2,
  parallelism: 1,
  tagLength: 32,
}

describe('argon2id', () => {
  test('returns the same tag with OpenSSL and with WebAssembly', async () => {
    const [native, wasm] = [byOpenSsl(derivation), await byWebAssembly(derivation)]

    expect(native).toHaveLength(32)
    expect(wasm).toEqual(native)
  })

  test('rethrows other errors of OpenSSL', () => {
    expect(() => byOpenSsl({ ...derivation, passes: 0 })).toThrow(/passes/)
  })
})

describe.each(Object.entries(lacking))('Runtime with %s', (_, missing) => {
  test('accepts hashes of a runtime with argon2id, and vice versa', async () => {
    const before = await hashPassword(password)
    install(missing())
    const after = await hashPassword(password)
    const [old, wrong] = [await isPassword(password, before), await isPassword(`${password}!`, before)]
    install(argon2Sync)
    const back = await isPassword(password, after)

    expect(after).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect([old, wrong, back]).toEqual([true, false, true])
  })

  test('signs people in with either form of Unicode', async () => {
    const email = `${randomUUID()}@example.com`
    await registerUser({ email, name: 'Ada', role: 'user' }, password)
    install(missing())

    const right = await call(login, { body: { email, password: password.normalize('NFD') } })
    const wrong = await call(login, { body: { email, password: password.slice(1) } })

    expect(right.status, 'right').toBe(200)
    expect(wrong.status, 'wrong').toBe(401)
  })
})

test('isPassword reads the cost from the hash', async () => {
  const cheap = { ...derivation, message: password.normalize('NFKC'), memory: 64, passes: 1, tagLength: 16 }
  const base64 = (bytes: Buffer | undefined) => (bytes as Buffer).toString('base64').replace(/=+$/, '')
  const hash = `$argon2id$v=19$m=64,t=1,p=1$${base64(cheap.nonce)}$${base64(byOpenSsl(cheap))}`

  expect([await isPassword(password, hash), await isPassword('another', hash)]).toEqual([true, false])
})
