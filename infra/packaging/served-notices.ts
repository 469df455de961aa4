import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noticesBelow, readLicenseText } from './third-party-notices.ts'

const modules = 'node_modules'

/** Returns the names of the packages in a bundle, from its source map. */
const bundledPackages = (bundle: string): string[] => {
  const { sources } = JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as { sources: string[] }
  const names = sources.flatMap((source) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [])
  return [...new Set(names)].toSorted()
}

/**
 * Returns the notices of bundles under `root` that the service serves as published. The texts are those of the package
 * versions installed here; publishers of bundles do not state which versions they used.
 */
export const servedNotices = (root: string, bundles: string[]): string => {
  const bundled = bundles.map((bundle) => ({ bundle, names: bundledPackages(join(root, bundle)) }))
  const names = new Set(bundled.flatMap((one) => one.names))
  const isInstalled = (name: string) => existsSync(join(root, modules, name, 'package.json'))
  const installed = [...names].filter(isInstalled).map((name) => `${modules}/${name}/`)
  const contents = bundled.map(({ bundle, names: own }) => {
    const comments = join(root, `${bundle}.LICENSE.txt`)
    const absent = own.filter((name) => !isInstalled(name))
    return [
      `${bundle.split('/').at(-1)} contains code of:\n\n${own.join('\n')}`,
      ...(absent.length > 0
        ? [`Of these packages only the published ones state their licenses:\n\n${absent.join('\n')}`]
        : []),
      ...(existsSync(comments) ? [readLicenseText(comments)] : []),
    ].join('\n\n')
  })
  return `${[...contents, noticesBelow(root)([...bundles, ...installed])].join('\n\n')}`
}
