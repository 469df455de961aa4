import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { repositoryPath } from '../repository-path.ts'
import { basePath } from '../platform/http/base-path.ts'
import { environment } from '../platform/runtime/environment.ts'
import versions from '#generated/assets.json' with { type: 'json' }

const javascript = 'text/javascript; charset=utf-8'
const json = 'application/json; charset=utf-8'
const css = 'text/css; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

/** Files that pages load, with their path in the repository and their content type. */
export const assets = {
  'account.js': { file: 'src/pages/client/account.js', type: javascript },
  'base.css': { file: 'src/pages/client/base.css', type: css },
  'elements.js': { file: 'src/pages/client/elements.js', type: javascript },
  'email-page.js': { file: 'src/pages/client/email-page.js', type: javascript },
  'icon.svg': { file: 'src/docs/pages/icon.svg', type: 'image/svg+xml' },
  'open-page.js': { file: 'src/pages/client/open-page.js', type: javascript },
  'pages.css': { file: 'src/pages/client/pages.css', type: css },
  'providers.js': { file: 'src/docs/pages/providers.js', type: javascript },
  'redoc.standalone.js': { file: 'node_modules/redoc/bundles/redoc.standalone.js', type: javascript },
  'reference.css': { file: 'src/docs/pages/reference.css', type: css },
  'reset-page.js': { file: 'src/pages/client/reset-page.js', type: javascript },
  'session.js': { file: 'src/pages/client/session.js', type: javascript },
  'sessions-page.js': { file: 'src/pages/client/sessions-page.js', type: javascript },
  'shared-errors.js': { file: 'src/docs/pages/shared-errors.js', type: javascript },
  'sign-in-form.js': { file: 'src/pages/client/sign-in-form.js', type: javascript },
  'sign-in-page.js': { file: 'src/pages/client/sign-in-page.js', type: javascript },
  'sign-in.js': { file: 'src/docs/pages/sign-in.js', type: javascript },
  'signed-in-page.js': { file: 'src/pages/client/signed-in-page.js', type: javascript },
  'single-sign-on.js': { file: 'src/pages/client/single-sign-on.js', type: javascript },
  'start-page.css': { file: 'src/docs/pages/start-page.css', type: css },
  'start-page.js': { file: 'src/docs/pages/start-page.js', type: javascript },
  'start-redoc.js': { file: 'src/docs/pages/start-redoc.js', type: javascript },
  'start-swagger-ui.js': { file: 'src/docs/pages/start-swagger-ui.js', type: javascript },
  'swagger-ui-bundle.js': { file: 'node_modules/swagger-ui-dist/swagger-ui-bundle.js', type: javascript },
  'swagger-ui.css': { file: 'node_modules/swagger-ui-dist/swagger-ui.css', type: css },
  'tabs.js': { file: 'src/pages/client/tabs.js', type: javascript },
  'texts-de.json': { file: 'src/pages/client/texts-de.json', type: json },
  'texts-en.json': { file: 'src/pages/client/texts-en.json', type: json },
  'texts-es.json': { file: 'src/pages/client/texts-es.json', type: json },
  'texts-fr.json': { file: 'src/pages/client/texts-fr.json', type: json },
  'texts.js': { file: 'src/pages/client/texts.js', type: javascript },
  'third-party-notices.txt': { file: '.generated/third-party-notices.txt', type: plain },
  'tickets-page.js': { file: 'src/pages/client/tickets-page.js', type: javascript },
  'token-form.js': { file: 'src/pages/client/token-form.js', type: javascript },
  'tokens-page.js': { file: 'src/pages/client/tokens-page.js', type: javascript },
  'view-fields.js': { file: 'src/pages/client/view-fields.js', type: javascript },
  'view-kinds.js': { file: 'src/pages/client/view-kinds.js', type: javascript },
  'view-page.js': { file: 'src/pages/client/view-page.js', type: javascript },
  'view-parts.js': { file: 'src/pages/client/view-parts.js', type: javascript },
} as const

export type AssetName = keyof typeof assets

/** Assets from third-party packages. */
export const foreignFiles = Object.values(assets)
  .map(({ file }) => file)
  .filter((file) => file.startsWith('node_modules/'))

export const assetNames = Object.keys(assets) as AssetName[]

/** Logo that Redoc would load from its maker's server, the only external file; an empty picture replaces it. */
const foreign = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
const emptyPicture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** Comments on lines of their own, and indentation. Safe because none of our assets has a multi-line string. */
const unneeded = /^\s*(?:\/\/.*|\/\*[^]*?\*\/)\n|^\s+/gm

/** Texts of scripts, which stay as they are, or punctuation with white space at which no statement can end. */
const spacedInJs = /'(?:[^'\\\n]|\\.)*'|`[^`]*`|(?<=[,([{])\n|\n(?=[)\]}])| ?(=>|===|&&|\?\?|[=?:,{}]) ?/g

/** Spaces and line breaks around the punctuation of a style sheet, except before and at the end of strings. */
const unneededInCss = /(?<=[:,;{}])\n|(?<=[:,]) (?!')| (?={)/g

/** Returns the content of an asset; our own without comments and most white space, a fifth of it. */
export const loadAsset = (name: AssetName): string => {
  const { file, type } = assets[name]
  const content = readFileSync(repositoryPath(file), 'utf8')
  if (!file.startsWith('src/')) return content.replaceAll(foreign, emptyPicture)
  const needed = content.replaceAll(unneeded, '')
  if (type === json) return JSON.stringify(JSON.parse(content))
  if (type === css) return needed.replaceAll(unneededInCss, '')
  return needed.replaceAll(spacedInJs, (found, mark: string | undefined) => mark ?? found.replace(/^\n$/, ''))
}

const assetFolder = (name: AssetName) => dirname(assets[name].file)

/**
 * Returns the version of all assets in a folder, because modules import each other by addresses of the same version.
 */
const versionOfFolder = (folder: string): string => {
  const hash = createHash('sha256')
  for (const name of assetNames) if (assetFolder(name) === folder) hash.update(loadAsset(name))
  return hash.digest('hex').slice(0, 12)
}

/**
 * Returns the version of each asset, from its folder. assets.json stores them, so that pages need not read the files.
 */
export const assetVersions = (): Record<string, string> =>
  Object.fromEntries(assetNames.map((name) => [name, versionOfFolder(assetFolder(name))]))

export const assetVersion = (name: AssetName): string => versions[name]

const assetsPath = () => `${basePath()}/docs/assets/`

/** Returns the path of an asset for browsers. A new version has a new path, so that assets can be cached forever. */
export const assetPath = (name: AssetName): string => `${assetsPath()}${assetVersion(name)}/${name}`

/**
 * Returns the source of scripts and styles for the policies of pages: the assets only, because our origin also serves
 * uploaded files. `host` is the request's, because people may open a page by another host than the public one, such as
 * localhost.
 */
export const assetSource = (host = ''): string => {
  const { protocol, host: publicHost } = new URL(environment.publicUrl)
  const hosts = new Set([publicHost, /^[\w.-]+(:\d+)?$/.test(host) ? host : publicHost])
  return [...hosts].map((one) => `${protocol}//${one}${assetsPath()}`).join(' ')
}
