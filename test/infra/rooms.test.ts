import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('infra/**/*', { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())

/** Returns the sub-folders of a folder, in order. */
const foldersIn = (folder: string) =>
  globSync(`${folder}/*`, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()

/** Returns the folders that a README lists under "Folders". */
const listedFolders = (readme: string) =>
  [...(readFileSync(join(root, readme), 'utf8').split('\n## Folders\n')[1] ?? '').matchAll(/^\| `(\w+)` /gm)]
    .map(([, name = '']) => name)
    .toSorted()

describe('infra', () => {
  test('keeps at most 25 files directly in each folder', () => {
    const sizes = Object.entries(Object.groupBy(files, ({ parentPath }) => parentPath))

    expect(sizes.length).toBeGreaterThan(20)
    expect(sizes.filter(([, inside = []]) => inside.length > 25).map(([folder]) => folder)).toEqual([])
  })

  test.each(['infra', 'infra/local'])('keeps only a README beside the folders of %s', (folder) => {
    const inside = files.filter(({ parentPath }) => parentPath === join(root, folder))

    expect(inside.map(({ name }) => name)).toEqual(['README.md'])
  })

  test.each(['infra', 'infra/local'])('describes each folder of %s in its README', (folder) => {
    expect(listedFolders(`${folder}/README.md`)).toEqual(foldersIn(folder))
  })
})
