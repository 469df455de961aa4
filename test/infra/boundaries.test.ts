import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

const tableOf = (text: string) =>
  text.slice(text.indexOf('| area '), text.indexOf('## The life of a request'))

/** The README's table: for each area the areas whose nouns it may import. */
const allowed = new Map(
  [...tableOf(readme).matchAll(/^\| (\w+) +\| ([\w, ]*)\|$/gm)]
    .slice(1)
    .map(([, area, others]) => [area as string, (others as string).split(',').map((other) => other.trim())]),
)

/** What `platform/` may know beside itself: who is calling. */
const knownToPlatform = [
  'src/platform/actor.ts -> src/auth/session.ts',
  'src/platform/actor.ts -> src/users/user.ts',
]

const imports = globSync('src/**/*.ts', { cwd: root }).flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import) '(\.[^']+)'/g)].map(([, path]) => ({
    file,
    imported: relative(root, join(root, dirname(file), path as string)),
  }))
})

const areaOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1] ?? ''
const areas = [...new Set(globSync('src/*/**/*.ts', { cwd: root }).map(areaOf))].filter(
  (area) => area !== 'platform',
)

describe('the areas', () => {
  test('are those of the README', () => {
    expect([...allowed.keys()].sort()).toEqual(areas.sort())
  })

  test.each(areas)('%s imports the platform, itself and what the README allows', (area) => {
    const foreign = imports
      .filter(({ file }) => areaOf(file) === area)
      .map(({ imported }) => areaOf(imported))
      .filter((other) => other !== area && other !== 'platform' && !allowed.get(area)?.includes(other))

    expect(foreign).toEqual([])
  })

  test('are not known to the platform', () => {
    const known = imports
      .filter(({ file, imported }) => areaOf(file) === 'platform' && areaOf(imported) !== 'platform')
      .map(({ file, imported }) => `${file} -> ${imported}`)

    expect(known.sort()).toEqual(knownToPlatform)
  })
})

describe('A path', () => {
  test('is taken from import.meta.dirname: in that of a URL a space or an umlaut is another text', () => {
    const files = globSync(['*.ts', '{src,infra,test}/**/*.{ts,cjs}'], { cwd: root })
    const wrong = files.filter((file) =>
      /import\.meta\.url\s*\)\s*\.pathname/.test(readFileSync(join(root, file), 'utf8')),
    )

    expect(files).toContain('infra/endpoints.ts')
    expect(wrong).toEqual([])
  })
})
