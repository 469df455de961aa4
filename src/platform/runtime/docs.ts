import type { GlobalMeta } from 'zod'

type More = Omit<GlobalMeta, 'description'>

/** What the documentation says of a schema. In packaged functions packaged/docs.ts stands in for it (package.json). */
export const docs = (description: string, more?: More): GlobalMeta => ({ description, ...more })

/** What the documentation says of a problem; it is left out of packaged functions likewise. */
export const told = <const T>(texts: T): T => texts
