import type { GlobalMeta } from 'zod'

type More = Omit<GlobalMeta, 'description'>

/** Returns the documentation of a schema. Packaged functions use packaged/docs.ts instead (package.json). */
export const docs = (description: string, more?: More): GlobalMeta => ({ description, ...more })

/** Returns the documentation of a problem, which packaged functions omit too. */
export const problemDocs = <const T>(texts: T): T => texts
