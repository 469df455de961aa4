import { Document, isScalar, visit } from 'yaml'
import project from '../../package.json' with { type: 'json' }
import { assetVersions, foreignFiles } from '../../src/pages/asset.ts'
import { fullPath } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import { loadEndpoints, loadWorkers } from '../generation/endpoints.ts'
import { missingBounds } from './schema/bounds.ts'
import { missingDescriptions } from './schema/descriptions.ts'
import { addGenerated } from '../generation/generation.ts'
import { servedNotices } from '../packaging/served-notices.ts'
import { openApiDocument } from './document.ts'
import { readmeExamples } from './examples.ts'
import { assistantFunctions, handlersSource } from './functions.ts'
import { multiRouteSources } from '../generation/multi-route-functions.ts'
import { queueFunctionSources } from '../generation/queues.ts'

/**
 * Returns the methods of each path of the host, formatted for `Allow`; endpoints for GET also answer HEAD
 * (infra/gateway/api.ts).
 */
export const routeMethods = (endpoints: { spec: Spec }[]): Record<string, string> => {
  const routes: Record<string, string[]> = {}
  for (const { spec } of endpoints)
    (routes[fullPath(spec)] ??= []).push(...(spec.method === 'GET' ? ['GET', 'HEAD'] : [spec.method]))
  return Object.fromEntries(
    Object.entries(routes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, methods]) => [path, [...new Set(methods)].sort().join(', ')]),
  )
}

const maxFlowLength = 80

/** Returns the length of a collection in one line; Infinity if it contains other collections or several lines. */
const flowLength = (values: unknown[]): number =>
  values.reduce<number>(
    (sum, value) =>
      isScalar(value) && !String(value.value).includes('\n')
        ? sum + String(value.value).length + 2
        : Infinity,
    0,
  )

/**
 * Returns the document as YAML without `servers`: the service adds its own address to its responses. References, small
 * schemas and short lists of values take one line each; texts are not folded, to keep diffs short.
 */
const toYaml = (document: object) => {
  const yaml = new Document({ ...document, servers: undefined }, { aliasDuplicateObjects: false })
  visit(yaml, {
    Seq: (_, list) => {
      list.flow = flowLength(list.items) <= maxFlowLength
    },
    Map: (_, map) => {
      const parts = map.items.flatMap(({ key, value }) => [key, value])
      map.flow = (map.has('$ref') || map.has('type')) && flowLength(parts) <= maxFlowLength
    },
  })
  return yaml.toString({ lineWidth: 0 })
}

/** Returns the committed document and list of endpoints, and the files of `.generated` by name. */
export const filesOfEndpoints = async (): Promise<{
  yaml: string
  handlers: string
  generated: Record<string, string>
  /** One sentence for each missing description or bound. */
  missing: string[]
}> => {
  const endpoints = await loadEndpoints()
  const document = openApiDocument(endpoints)
  // the versions of assets depend on their files
  addGenerated({ 'third-party-notices.txt': servedNotices(`${import.meta.dirname}/../..`, foreignFiles) })
  return {
    missing: [...missingDescriptions(document), ...missingBounds(document)],
    yaml: toYaml(document),
    handlers: handlersSource(endpoints),
    generated: {
      ...queueFunctionSources(await loadWorkers()),
      ...multiRouteSources(endpoints),
      'openapi.json': JSON.stringify(document),
      'service.json': JSON.stringify({ version: project.version }),
      'examples.json': JSON.stringify(readmeExamples()),
      'routes.json': JSON.stringify(routeMethods(endpoints)),
      'assets.json': JSON.stringify(assetVersions()),
      'functions.json': JSON.stringify(assistantFunctions(endpoints)),
    },
  }
}
