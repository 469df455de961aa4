import { join } from 'node:path'

/**
 * What Lambda calls in every function, for good. Lambda updates code and settings in two calls, and a function whose
 * `Handler` changes answers 502 between them; so no file's name stands there, and files may be renamed at any time.
 */
export const frozenHandler = 'index.handler'

/** A function of serverless.yml: serverless-esbuild bundles what `esbuildEntrypoint` names. */
export interface FunctionCode {
  handler: typeof frozenHandler
  /** `src/auth/endpoints/login.login` is what `src/auth/endpoints/login.ts` exports as `login`. */
  esbuildEntrypoint: string
  /** Files that the archive has beside the code. */
  package?: { patterns?: string[] }
}

/** The file of a function's bundle, and what it exports as its handler. */
export const bundleOf = ({ esbuildEntrypoint }: FunctionCode): { file: string; exported: string } => {
  const dot = esbuildEntrypoint.lastIndexOf('.')
  return { file: `${esbuildEntrypoint.slice(0, dot)}.mjs`, exported: esbuildEntrypoint.slice(dot + 1) }
}

/** Returns the source of a function's bundle. */
export const sourceOf = (code: FunctionCode): string => bundleOf(code).file.replace(/mjs$/, 'ts')

/** Returns the folder in which serverless-esbuild looks for files of one function's archive alone. */
export const onlyFolder = (buildFolder: string, name: string): string => join(buildFolder, `__only_${name}`)

/**
 * `src/wiki/endpoints/read-page.safe-html.mjs` is the chunk `safe-html` of the bundle
 * `src/wiki/endpoints/read-page.mjs`, which has none itself.
 */
export const chunkOf = (file: string): { bundle: string; chunk?: string } => {
  const [, bundle = file, chunk] = /^(.*\/[^/.]+)\.([^/]+)\.mjs$/.exec(file) ?? []
  return chunk === undefined ? { bundle: file } : { bundle: `${bundle}.mjs`, chunk }
}
