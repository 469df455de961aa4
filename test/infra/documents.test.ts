import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { drawnFloors } from '../../infra/commands/floors.ts'
import { blocksOf, documents, root, textOf } from '../support/documents.ts'

/** Returns the anchors of a document: its headings in GitHub's form. */
const anchorsOf = (file: string) =>
  [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

const linksOf = (file: string) =>
  [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link as string)
    .filter((link) => !link.includes(':'))

const isBroken = (file: string, link: string) => {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file : join(dirname(file), path)
  if (!existsSync(join(root, target))) return true
  return anchor !== undefined && !anchorsOf(target).includes(anchor)
}

/**
 * Returns the paths in a text; a path with a placeholder (`<area>`, `*`, `{a,b}`, `…`) is reduced to the folder before
 * it.
 */
const pathsIn = (text: string) =>
  [...text.matchAll(/(?<![\w/.-])((?:src|infra|test)\/[\w./-]*)([<*{…]?)/g)].map(
    ([, path = '', placeholder]) =>
      placeholder ? path.slice(0, path.lastIndexOf('/')) : path.replace(/[./]+$/, ''),
  )

describe.each(documents)('%s', (file) => {
  test('contains no broken links', () => {
    expect(linksOf(file).filter((link) => isBroken(file, link))).toEqual([])
  })

  test('names only existing paths', () => {
    expect(pathsIn(textOf(file)).filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('contains only shell blocks that parse', () => {
    for (const block of blocksOf(file))
      expect(() => execFileSync('bash', ['-n'], { input: block })).not.toThrow()
  })
})

describe('README.md', () => {
  test('takes up at most 120 lines', () => {
    expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  })

  test('starts with the two commands that do the entire setup', () => {
    const [start, tests] = blocksOf('README.md')

    expect(textOf('README.md').indexOf('```sh')).toBeLessThan(40)
    expect([start, tests]).toEqual(['npm ci && npm start\n', 'npm ci && npm test\n'])
  })

  test('links to every other document for readers', () => {
    const others = documents.filter((file) => file !== 'README.md' && !/decisions\/|TEMPLATE/i.test(file))

    expect(linksOf('README.md')).toEqual(expect.arrayContaining(others))
  })
})

describe('src/README.md', () => {
  test('fits on one screen', () => {
    expect(textOf('src/README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(80)
  })

  test('shows the floors as `npm run floors` prints them', () => {
    expect(textOf('src/README.md')).toContain(`\n\`\`\`\n${drawnFloors()}\n\`\`\`\n`)
  })
})

describe('decisions', () => {
  const folder = 'src/decisions/'
  const decisions = documents.filter((file) => file.startsWith(folder) && file !== `${folder}README.md`)
  const parts = ['Context', 'Decision', 'Consequences']

  test('use consecutive numbers', () => {
    expect(decisions.map((file) => Number(file.slice(folder.length).slice(0, 4)))).toEqual(
      decisions.map((_, index) => index + 1),
    )
  })

  test.each(decisions)('%s has a number, context, decision and consequences', (file) => {
    const text = textOf(file)

    expect(text).toMatch(new RegExp(`^# ${file.slice(folder.length).slice(0, 4)} [A-Z/\`]`))
    expect([...text.matchAll(/^#{2,} (.*)$/gm)].map(([, heading]) => heading)).toEqual(parts)
  })

  test('take up half a page to a page each', () => {
    expect(decisions.filter((file) => textOf(file).trimEnd().split('\n').length > 60)).toEqual([])
  })
})
