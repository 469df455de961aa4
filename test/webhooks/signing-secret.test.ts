import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { webhookSecretId } from '../../infra/local/settings/keys.ts'
import { newSealKeys, sealRotation } from '../../infra/secrets/seal-keys.ts'
import type { SealKeys } from '../../src/platform/runtime/seal.ts'
import { newSigningSecret, openSecret, sealSecret } from '../../src/webhooks/webhook/signing-secret.ts'
import { withSecrets } from '../support/secret-store.ts'

const withKeys = <T>(keys: SealKeys, work: () => Promise<T>): Promise<T> =>
  withSecrets(new Map([[webhookSecretId, JSON.stringify(keys)]]), work)

test('a secret opens for its webhook alone, in each step of a rotation until its key is removed', async () => {
  const [webhook, signing] = [{ id: randomUUID() }, newSigningSecret()]
  const before = newSealKeys()
  const announced = sealRotation.announce(before)
  const rotated = sealRotation.sign(announced)
  const retired = sealRotation.retire(rotated)
  const former = await withKeys(before, () => sealSecret(signing, webhook))
  const renewed = await withKeys(rotated, () => sealSecret(signing, webhook))

  const opened: (string | undefined)[][] = []
  for (const keys of [before, announced, rotated, retired])
    opened.push(
      await withKeys(keys, () =>
        Promise.all([former, renewed].map((one) => openSecret(one, webhook).catch(() => undefined))),
      ),
    )

  expect(opened).toEqual([
    [signing, undefined],
    [signing, signing],
    [signing, signing],
    [undefined, signing],
  ])
  await withKeys(rotated, () =>
    expect(openSecret(renewed, { id: randomUUID() })).rejects.toThrow('unable to authenticate data'),
  )
})

test('a rotation does not begin while the key of the last one may still have sealed secrets', () => {
  const rotated = sealRotation.sign(sealRotation.announce(newSealKeys()))

  expect(() => sealRotation.announce(rotated)).toThrow('The previous key still unseals. Retire it first.')
  expect(sealRotation.announce(sealRotation.retire(rotated)).current).toEqual(rotated.current)
})
