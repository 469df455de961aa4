import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Name of the notices file at the root of each archive. */
export const noticesFile = 'THIRD-PARTY-NOTICES.txt'

/** A package with its stated license, and the texts that the license requires to be distributed. */
interface Notice {
  title: string
  text: string
  /** The text without line breaks and indentation, which differ among copies of a license. */
  key: string
}

interface PackageJson {
  name: string
  version: string
  license?: string
  author?: string | { name: string }
}

/** Texts for packages without a license file. */
const standardTexts: Record<string, string> = {
  'Apache-2.0': 'node_modules/@smithy/core/LICENSE',
  ISC: 'infra/packaging/licenses/ISC.txt',
  MIT: 'infra/packaging/licenses/MIT.txt',
}

const isLicense = (file: string) => /^(licen[cs]e|copying|copyright|notice)\b/i.test(file)

export const readLicenseText = (file: string) =>
  readFileSync(file, 'utf8')
    .replaceAll('\r\n', '\n')
    .replace(/^\s*\n/, '')
    .trimEnd()

/** Returns the standard text of a license. Throws an Error if the license has none here. */
const standardText = (root: string, { name, license = 'no license', author = name }: PackageJson): string => {
  const file = standardTexts[license]
  if (file === undefined)
    throw new Error(`The package ${name} has no license file, and ${license} has no standard text.`)
  return `Copyright (c) ${typeof author === 'string' ? author : author.name}\n\n${readLicenseText(join(root, file))}`
}

const loadNotice = (root: string, folder: string): Notice => {
  const path = join(root, folder)
  const project = JSON.parse(readLicenseText(join(path, 'package.json'))) as PackageJson
  const files = readdirSync(path, { withFileTypes: true }).filter(
    (one) => one.isFile() && isLicense(one.name),
  )
  const texts = files
    .map(({ name }) => name)
    .toSorted()
    .map((name) => readLicenseText(join(path, name)))
  const text = texts.length > 0 ? texts.join('\n\n') : standardText(root, project)
  const title = `${project.name} ${project.version} (${project.license ?? 'no license stated'})`
  return { title, text, key: text.replaceAll(/\s+/g, ' ').trim() }
}

/** Returns the package folders that contain these files, such as `node_modules/@middy/core`. */
export const packageFolders = (files: string[]): string[] =>
  [
    ...new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [])),
  ].toSorted()

const rule = `\n\n${'-'.repeat(80)}\n`

/** Returns the notices of packages: a list of all, then each license text once, under the names of its packages. */
const formatNotices = (notices: Notice[]): string => {
  const titles = [...new Set(notices.map(({ title }) => title))].toSorted()
  const sections = Map.groupBy(notices, ({ key }) => key)
  const listed = [...sections.values()].map((under) => {
    const text = under[0]?.text ?? ''
    const names = [...new Set(under.map(({ title }) => title))].toSorted()
    return `${names.join('\n')}\n\n${text}`
  })
  return [`THIRD-PARTY NOTICES\n\nContains code of:\n\n${titles.join('\n')}`, ...listed.toSorted()].join(rule)
}

/** Returns a function that returns the notices of the packages with these files, relative to `root`. */
export const noticesBelow = (root: string): ((files: string[]) => string) => {
  const loaded = new Map<string, Notice>()
  const load = (folder: string) => {
    const notice = loaded.get(folder) ?? loadNotice(root, folder)
    loaded.set(folder, notice)
    return notice
  }
  return (files) => `${formatNotices(packageFolders(files).map(load))}\n`
}
