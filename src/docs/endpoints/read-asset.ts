import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { assetNames, assets, loadAsset, assetVersion } from '../../pages/asset.ts'
import { cacheableText } from '../cacheable-text.ts'

const forGood = 'public, max-age=31536000, immutable'

export const readAsset = endpoint('GET /docs/assets/{version}/{name}', {
  atRoot: true,
  access: 'public',
  profile: 'none',
  summary: 'Get a script, style or font of the documentation pages',
  params: {
    version: z.string().max(64).meta(docs('Version of the file.')),
    name: z.enum(assetNames).meta(docs('Name of the file.')),
  },
  produces: 'application/octet-stream',
  cacheable: true,
  assets: Object.values(assets).map(({ file }) => file),
  handle: async ({ params: { name, version } }) =>
    cacheableText(loadAsset(name), {
      'Content-Type': assets[name].type,
      // an older page may still request its own version while a newer one is being deployed
      'Cache-Control': version === assetVersion(name) ? forGood : 'public, no-cache',
    }),
})
