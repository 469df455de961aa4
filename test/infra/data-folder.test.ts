import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { jsonFile, requireLayout } from '../../infra/local/machine/data-folder.ts'
import { loadKeys, makeKeys } from '../../infra/local/settings/keys.ts'

const givenFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('A damaged file of the data folder is named, and nothing that is in it is shown', () => {
  const file = join(givenFolder(), 'keys.json')
  writeFileSync(file, 'secret')

  expect(() => jsonFile(file, {}).read()).toThrow(
    `${file} is damaged: it is not JSON. Remove it, and the service creates a new one.`,
  )
})

test('Stored keys stay, except the key of webhooks from before their rotation', async () => {
  const [folder, keys] = [givenFolder(), await makeKeys()]
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ ...keys, webhooks: { seal: 'AAAA' } }))

  const loaded = await loadKeys(folder)

  expect(loaded).toEqual({
    ...keys,
    webhooks: { current: expect.objectContaining({ kty: 'oct' }) as object },
  })
  expect(await loadKeys(folder)).toEqual(loaded)
})

test('A data folder is marked with its layout, and accepted again once it has data', () => {
  const folder = givenFolder()
  requireLayout(folder)
  writeFileSync(join(folder, 'dynamodb.sqlite'), '')

  expect(() => requireLayout(folder)).not.toThrow()
})

test.each([
  ['without a mark', undefined],
  ['with another layout', '{"layout":2}'],
])('Data %s are refused', (_, mark) => {
  const folder = givenFolder()
  writeFileSync(join(folder, 'dynamodb.sqlite'), '')
  if (mark !== undefined) writeFileSync(join(folder, 'layout.json'), mark)

  expect(() => requireLayout(folder)).toThrow(
    `The data in ${folder} have a different layout from that of this version. Remove the folder, or name another ` +
      'one with DATA_DIR.',
  )
})
