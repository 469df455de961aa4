import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import { writeItem } from '../../platform/table/table.ts'

/** Maximum size of a compressed document: an item of the table has at most 400 KB. */
const maxStoredBytes = 350_000

/** The last good discovery document of an editing server, for functions that start while the server is down. */
const discoveryCopies = entity({
  name: 'wopi.discovery_copy',
  isInternal: true,
  schema: z.object({
    server: z.string(),
    /** Time of the fetch in milliseconds since 1970. */
    fetched_at: z.int(),
    gzipped: z.instanceof(Uint8Array),
  }),
  key: ({ server }: { server: string }) => ({ pk: `wopi-discovery#${server}`, sk: 'copy' }),
})

/** A document and the time it was fetched, in milliseconds since 1970. */
export interface DiscoveryCopy {
  xml: Buffer
  fetchedAt: number
}

/** Returns the stored copy of a server's document; undefined if there is none. */
export const storedDiscovery = async (server: string): Promise<DiscoveryCopy | undefined> => {
  const copy = await discoveryCopies.find({ server })
  return copy && { xml: await promisify(gunzip)(copy.gzipped), fetchedAt: copy.fetched_at }
}

/** Stores a server's document unless it is too large for an item. */
export const storeDiscovery = async (server: string, { xml, fetchedAt }: DiscoveryCopy): Promise<void> => {
  const gzipped = await promisify(gzip)(xml)
  if (gzipped.length > maxStoredBytes) return
  await writeItem(discoveryCopies.toPut({ server, fetched_at: fetchedAt, gzipped }))
}
