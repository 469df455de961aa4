import { join } from 'node:path'

/**
 * Handler of every function, which must never change: Lambda updates code and settings in two calls, and a function
 * with a changed `Handler` answers 502 in between. It contains no file name, so that files can be renamed at any time.
 */
export const frozenHandler = 'index.handler'

/** Function of serverless.yml: serverless-esbuild bundles `esbuildEntrypoint`. */
export interface FunctionCode {
  handler: typeof frozenHandler
  /** Path and export: `src/auth/endpoints/login.login` is the export `login` of `src/auth/endpoints/login.ts`. */
  esbuildEntrypoint: string
  /** Further files of the archive. */
  package?: { patterns?: string[] }
}

/** Returns the file of a function's bundle, and the export with its handler. */
export const parseEntrypoint = ({ esbuildEntrypoint }: FunctionCode): { file: string; exported: string } => {
  const dot = esbuildEntrypoint.lastIndexOf('.')
  return { file: `${esbuildEntrypoint.slice(0, dot)}.mjs`, exported: esbuildEntrypoint.slice(dot + 1) }
}

export const bundleSource = (code: FunctionCode): string => parseEntrypoint(code).file.replace(/mjs$/, 'ts')

/** Returns the folder in which serverless-esbuild looks for files of a single function's archive. */
export const onlyFolder = (buildFolder: string, name: string): string => join(buildFolder, `__only_${name}`)

/**
 * Splits the path of a chunk: `src/wiki/endpoints/read-page.safe-html.mjs` is the chunk `safe-html` of the bundle
 * `src/wiki/endpoints/read-page.mjs`. A bundle itself has no chunk name.
 */
export const parseChunkPath = (file: string): { bundle: string; chunk?: string } => {
  const [, bundle = file, chunk] = /^(.*\/[^/.]+)\.([^/]+)\.mjs$/.exec(file) ?? []
  return chunk === undefined ? { bundle: file } : { bundle: `${bundle}.mjs`, chunk }
}
