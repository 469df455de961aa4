import { endpoint } from '../../platform/http/endpoint.ts'
import * as z from '../../platform/schema/schema.ts'
import { assets, loadAsset } from '../../pages/asset.ts'
import { cacheableText } from '../cacheable-text.ts'

export const readFavicon = endpoint('GET /favicon.ico', {
  atRoot: true,
  access: 'public',
  profile: 'none',
  summary: 'Get the icon of the service',
  query: z.looseObject({}),
  produces: assets['icon.svg'].type,
  cacheable: true,
  assets: [assets['icon.svg'].file],
  handle: async () => cacheableText(loadAsset('icon.svg'), { 'Cache-Control': 'public, max-age=86400' }),
})
