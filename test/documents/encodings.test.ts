import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { BufferBudget } from '../../src/documents/buffer-budget.ts'
import { readTextFile } from '../../src/documents/text-file.ts'

type Encoded = { language: string; encoding: string; text: string; bytes: string }

/** Texts in encodings other than UTF-8, encoded by Python codecs. */
const texts = JSON.parse(
  readFileSync(new URL('../fixtures/encodings.json', import.meta.url), 'utf8'),
) as Encoded[]

const cases = texts.map(({ language, encoding, text, bytes }) => ({
  name: `${language} in ${encoding}, of ${text.length} characters`,
  text,
  bytes: Buffer.from(bytes, 'base64'),
}))

const folder = mkdtempSync(join(tmpdir(), 'encodings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (bytes: Uint8Array) => {
  const path = join(folder, 'a.txt')
  writeFileSync(path, bytes)
  return readTextFile({ path, buffers: new BufferBudget() })
}

describe('Text files in any encoding', () => {
  test.each(cases)('reads $name', async ({ text, bytes }) => {
    expect(await read(bytes)).toBe(text)
  })

  test('detects the encoding of a text that begins with pages of ASCII', async () => {
    const ascii = 'The log of the dam.\n'.repeat(2_000)
    const [first] = cases

    expect(await read(Buffer.concat([Buffer.from(ascii), first?.bytes ?? Buffer.alloc(0)]))).toBe(
      ascii + first?.text,
    )
  })

  test.each([
    ['UTF-8 with colors of a terminal', '\u001B[31mröd\u001B[0m'],
    ['UTF-8 after an escape of ISO-2022', 'price \u001B$ 12, größer, 東京'],
  ])('reads %s', async (_, text) => {
    expect(await read(Buffer.from(text))).toBe(text.replaceAll('\u001B', ''))
  })
})
