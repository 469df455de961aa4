import type { GlobalMeta } from './schema.ts'

type More = Omit<GlobalMeta, 'description'>

/** What the documentation says of a schema. In packaged functions no-docs.ts stands in for it (package.json). */
export const docs = (description: string, more?: More): GlobalMeta => ({ description, ...more })
