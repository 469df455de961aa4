import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findLost } from '../../infra/documents/lost-words.ts'
import { convertDocument } from '../../src/documents/markdown-document.ts'
import { findPdf } from '../support/pdf-words.ts'

const folder = new URL('../fixtures/pdf-words/', import.meta.url)
const ending = '.txt'
const minRecall = 0.99

const names = (await readdir(folder))
  .filter((name) => name.endsWith(ending))
  .map((name) => name.slice(0, -ending.length))

test('compares more than 20 documents by many programs', () => {
  expect(names.length).toBeGreaterThan(20)
})

test.each(names)('keeps the words of %s that Poppler finds', async (name) => {
  const expected = await readFile(new URL(name + ending, folder), 'utf8')

  const { markdown } = await convertDocument({ path: findPdf(name), name }, { maxBytes: 2 ** 24 })

  const { lost, count } = findLost(expected, markdown)
  expect(count).toBeGreaterThan(50)
  expect(1 - lost.length / count, `lost: ${lost.slice(0, 40).join(' ')}`).toBeGreaterThanOrEqual(minRecall)
})
