import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from 'unpdf/pdfjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CharacterMapFactory } from '../../src/documents/character-maps.ts'
import { convertDocument } from '../../src/documents/markdown-document.ts'
import { givenEastAsianPdf } from '../support/given-pdf.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'character-maps-'))
})

afterAll(() => rm(folder, { recursive: true }))

const textOf = async (bytes: Uint8Array) => {
  const path = join(folder, 'a.pdf')
  await writeFile(path, bytes)
  return (await convertDocument({ path, name: 'a.pdf' }, { maxBytes: 1_000 })).markdown
}

describe('PDF text without embedded fonts', () => {
  test.each([
    ['UniJIS-UCS2-H', 'Japan1', '有給休暇', '67097d664f116687'],
    ['UniJIS-UTF16-H', 'Japan1', '有給休暇', '67097d664f116687'],
    ['90ms-RKSJ-H', 'Japan1', '有給休暇', '974c8b8b8b7889c9'],
    ['EUC-H', 'Japan1', '有給休暇', 'cdadb5ebb5d9b2cb'],
    ['H', 'Japan1', '有給休暇', '4d2d356b3559324b'],
    ['UniGB-UCS2-H', 'GB1', '员工手册', '54585de5624b518c'],
    ['UniGB-UTF16-H', 'GB1', '员工手册', '54585de5624b518c'],
    ['GBK-EUC-H', 'GB1', '员工手册', 'd4b1b9a4cad6b2e1'],
    ['GBK2K-H', 'GB1', '员工手册', 'd4b1b9a4cad6b2e1'],
    ['UniCNS-UCS2-H', 'CNS1', '員工手冊', '54e15de5624b518a'],
    ['ETen-B5-H', 'CNS1', '員工手冊', 'adfba475a4e2a555'],
    ['UniKS-UCS2-H', 'Korea1', '연차휴가', 'c5f0cc28d734ac00'],
    ['KSCms-UHC-H', 'Korea1', '연차휴가', 'bfacc2f7c8deb0a1'],
    ['KSC-EUC-H', 'Korea1', '연차휴가', 'bfacc2f7c8deb0a1'],
  ])('reads text with the map %s of %s', async (map, collection, text, codes) => {
    expect(await textOf(givenEastAsianPdf(map, collection, [codes, codes]))).toContain(text)
  })
})

describe('Character maps', () => {
  // to update pdf.js, copy the folder `cmaps` of pdfjs-dist, and change the version and the hash
  test('the maps come from the pdf.js in use', () => {
    const maps = globSync(join(import.meta.dirname, '../../assets/character-maps/*.bcmap')).sort()
    const hash = createHash('sha256')
    for (const map of maps) hash.update(readFileSync(map))

    expect({ version, maps: maps.length, hash: hash.digest('hex') }).toEqual({
      version: '6.1.200',
      maps: 168,
      hash: '8db80ef8ed2ece27f76b52fd45a75b6ebd7e38551e12159b7500c52756e7c964',
    })
  })

  test.each([
    ['cMapUrl', '../../../etc/passwd'],
    ['cMapUrl', 'LICENSE'],
    ['wasmUrl', 'H.bcmap'],
  ])('refuses to load %s %s', async (kind, filename) => {
    await expect(new CharacterMapFactory().fetch({ kind, filename })).rejects.toThrow(/not a character map/)
  })
})
