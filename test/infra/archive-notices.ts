import { unzipSync } from 'fflate'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the folder of a source's package. Maps of packages may refer to sources of other packages. */
const packageOf = (source: string, root: string): string | undefined => {
  const [, ...parts] = source.split(/(?:^|\/)node_modules\//)
  const folders = parts.map((part, index) =>
    [...parts.slice(0, index), /^(?:@[^/]+\/)?[^/]+/.exec(part)?.[0]]
      .map((one) => `node_modules/${one}`)
      .join('/'),
  )
  return folders.findLast((folder) => existsSync(join(root, folder, 'package.json')))
}

const titleOf = (folder: string) => {
  const json = readFileSync(join(folder, 'package.json'), 'utf8')
  const { name, version } = JSON.parse(json) as Record<string, string>
  return `${name} ${version} (`
}

/** Returns the file names of an archive, and its notices. */
const readArchive = (archive: string) => {
  const names: string[] = []
  const files = unzipSync(readFileSync(archive), {
    filter: ({ name }) => names.push(name) > 0 && name === 'THIRD-PARTY-NOTICES.txt',
  })
  return { names, notices: Buffer.from(Object.values(files)[0] ?? '').toString() }
}

/** Compares the notices in a packaged project's archives with the packages in the source maps. */
export const compareNotices = (root: string): { packages: number; missing: string[] } => {
  const folder = join(root, '.serverless')
  const compared = globSync('*.zip', { cwd: folder }).flatMap((archive) => {
    const { names, notices } = readArchive(join(folder, archive))
    const maps = names.map((name) => join(folder, 'maps', `${name}.map`)).filter((map) => existsSync(map))
    const sources = maps.flatMap(
      (map) => (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources,
    )
    const titles = new Set(
      sources.flatMap((source) => packageOf(source, root) ?? []).map((one) => titleOf(join(root, one))),
    )
    return [...titles].map((title) => ({ title, archive, isNamed: notices.includes(title) }))
  })
  return {
    packages: compared.length,
    missing: compared.flatMap(({ title, archive, isNamed }) =>
      isNamed ? [] : [`${archive} lacks ${title}`],
    ),
  }
}
