/**
 * Files that `npm run openapi` generates in .generated, which is not committed. The compiler reads the committed lists
 * themselves, except for the handlers, whose common type matters here.
 */

declare module '#generated/openapi.json' {
  const document: {
    info: { version: string; description: string; contact: { name: string }; license: { name: string } }
    tags: { name: string }[]
    paths: Record<string, Record<string, object>>
    components: Record<'schemas' | 'responses', Record<string, object>>
    'x-error-codes': Record<string, { statuses: number[]; meaning: string }>
  }
  export default document
}

declare module '#generated/service.json' {
  const service: { version: string }
  export default service
}

declare module '#generated/examples.json' {
  const examples: { html: string; code: string }[]
  export default examples
}

/** Methods of each path, as `Allow` lists them. */
declare module '#generated/routes.json' {
  const routes: Record<string, string>
  export default routes
}

declare module '#generated/assets.json' {
  const versions: Record<import('./pages/asset.ts').AssetName, string>
  export default versions
}

declare module '#generated/functions.json' {
  const functions: import('./functions/function.ts').OfferedFunction[]
  export default functions
}

/** Endpoints that can be called by function name. */
declare module '#generated/handlers.ts' {
  export const handlers: Record<string, () => Promise<import('./platform/http/endpoint.ts').EndpointHandler>>
}

declare module '#generated/queues/index-queue.ts' {
  export const indexQueue: import('./platform/events/queue-function.ts').QueueFunction
}

declare module '#generated/queues/sweeps-queue.ts' {
  export const sweepsQueue: import('./platform/events/queue-function.ts').QueueFunction
}

declare module '#generated/words/requests.json' {
  const requests: Partial<Record<string, import('./models/extractive/request-to-act.ts').RequestWords>>
  export default requests
}

/**
 * A list of words and patterns of human languages. `src/language/words/<tag>.json` has those of a language; each is
 * generated as a file of its own, with all languages, so that a function contains only the lists that it uses.
 */
declare module '#generated/words/*.json' {
  const words: import('./language/word-lists.ts').WordList
  export default words
}
