import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { located } from '../located.ts'
import { sitePath } from '../platform/http/site.ts'
import versions from '#generated/assets.json' with { type: 'json' }

const javascript = 'text/javascript; charset=utf-8'

/** What the pages load: each file by its path from the top of the repository, and its content type. */
export const assets = {
  'icon.svg': { file: 'src/docs/pages/icon.svg', type: 'image/svg+xml' },
  'redoc.standalone.js': { file: 'node_modules/redoc/bundles/redoc.standalone.js', type: javascript },
  'reference.css': { file: 'src/docs/pages/reference.css', type: 'text/css; charset=utf-8' },
  'sign-in.js': { file: 'src/docs/pages/sign-in.js', type: javascript },
  'start-redoc.js': { file: 'src/docs/pages/start-redoc.js', type: javascript },
  'start-swagger-ui.js': { file: 'src/docs/pages/start-swagger-ui.js', type: javascript },
  'start-page.css': { file: 'src/docs/pages/start-page.css', type: 'text/css; charset=utf-8' },
  'start-page.js': { file: 'src/docs/pages/start-page.js', type: javascript },
  'swagger-ui-bundle.js': { file: 'node_modules/swagger-ui-dist/swagger-ui-bundle.js', type: javascript },
  'swagger-ui.css': { file: 'node_modules/swagger-ui-dist/swagger-ui.css', type: 'text/css; charset=utf-8' },
} as const

export type AssetName = keyof typeof assets

export const assetNames = Object.keys(assets) as AssetName[]

/** The one thing that Redoc would load from elsewhere is its maker's logo; an empty picture stands in for it. */
const foreign = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
const emptyPicture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** The content of an asset. */
export const loadAsset = (name: AssetName): string =>
  readFileSync(located(assets[name].file), 'utf8').replaceAll(foreign, emptyPicture)

/** The version of each asset, from its content. They are kept in assets.json, so that pages need not read the files. */
export const assetVersions = (): Record<string, string> =>
  Object.fromEntries(
    assetNames.map((name) => [name, createHash('sha256').update(loadAsset(name)).digest('hex').slice(0, 12)]),
  )

export const versionOf = (name: AssetName): string => versions[name]

/** Where browsers find an asset: another version is another address, so that it can be kept for good. */
export const assetPath = (name: AssetName): string => `${sitePath()}/docs/assets/${versionOf(name)}/${name}`
