import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { codeKey, contentHash, mapKey } from '../../infra/packaging/code-keys.ts'
import { uploadCode } from '../../infra/deployment/code-upload.ts'
import { s3 } from '../support/s3.ts'
import { world } from '../support/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'upload-'))

afterAll(() => rmSync(folder, { recursive: true }))

const prefix = () => `serverless/service/${randomUUID()}/`

const archive = (files: Record<string, string>, mtime = '2026-01-01') => {
  const file = join(folder, `${randomUUID()}.zip`)
  const entries = Object.entries(files).map(([name, text]) => [name, [strToU8(text), { mtime }]])
  writeFileSync(file, zipSync(Object.fromEntries(entries)))
  return file
}

const packagedCode = (below: string, text: string) => {
  const file = archive({ 'index.mjs': text })
  writeFileSync(`${file}.map`, `the map of ${text}`)
  const key = codeKey(below, contentHash(file))
  return { key, file, maps: new Map([[mapKey(key), `${file}.map`]]) }
}

const stored = async (below: string) => {
  const { Contents = [] } = await s3().send(
    new ListObjectsV2Command({ Bucket: world().bucketName, Prefix: below }),
  )
  return Contents.flatMap(({ Key = '' }) => [Key]).sort()
}

describe('the hash of code', () => {
  test('does not depend on the order and time of its files', () => {
    const hash = contentHash(archive({ 'a.mjs': 'a', 'b.mjs': 'b' }))

    expect(contentHash(archive({ 'b.mjs': 'b', 'a.mjs': 'a' }, '2027-02-02'))).toBe(hash)
  })

  test.each([
    ['text', { 'a.mjs': 'a', 'b.mjs': 'c' }],
    ['name', { 'a.mjs': 'a', 'c.mjs': 'b' }],
    ['missing file', { 'a.mjs': 'a' }],
    ['text that moves between files', { 'a.mjs': 'ab', 'b.mjs': '' }],
  ])('changes with another %s', (_, files) => {
    expect(contentHash(archive(files as Record<string, string>))).not.toBe(
      contentHash(archive({ 'a.mjs': 'a', 'b.mjs': 'b' })),
    )
  })
})

describe('the upload of code', () => {
  test('stores archives and compressed maps, and only new ones at the second run', async () => {
    const below = prefix()
    const place = { bucket: world().bucketName, prefix: below }
    const [first, second] = [packagedCode(below, 'first'), packagedCode(below, 'second')]

    const uploaded = await uploadCode(s3(), place, [first, first])
    const again = await uploadCode(s3(), place, [first, second])

    expect(uploaded).toEqual([first.key])
    expect(again).toEqual([second.key])
    expect(await stored(below)).toEqual([first, second].flatMap(({ key }) => [key, mapKey(key)]).sort())
  })
})
