import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { measureRecall } from '../../infra/documents/recall.ts'
import { findFileKind } from '../../src/documents/file-kind.ts'

const folders = ['../fixtures/documents', '../fixtures/office', '../lms/corpus']

const paths = (
  await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(import.meta.dirname, folder))
      return names.map((name) => join(folder, name))
    }),
  )
).flat()
/** Files to compare; PDFs have their own test (pdf-recall.system.test.ts). */
const compared = paths.filter((path) => ![undefined, 'pdf'].includes(findFileKind(path)))

describe('Words of documents', () => {
  test('compares more than 30 documents', () => {
    expect(compared.length).toBeGreaterThan(30)
  })

  test.each(compared)('keeps each word of %s, or leaves it out for a reason', async (path) => {
    const recall = await measureRecall(join(import.meta.dirname, path), path)

    expect(recall?.refusal).toBeUndefined()
    expect(recall?.lost).toEqual([])
    expect(recall?.count).toBeGreaterThan(0)
  })
})
