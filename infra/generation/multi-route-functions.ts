import { relative } from 'node:path'
import { exportName, multiRouteFile, type LoadedEndpoint } from './endpoints.ts'

const jointFunctionSource = (name: string, endpoints: LoadedEndpoint[]): string =>
  [
    ...endpoints.map(({ file }) => `import { ${exportName(file)} } from '../../${file}'`),
    "import { multiRouteFunction } from '../../src/platform/http/multi-route-function.ts'",
    '',
    '/** Written by `npm run openapi`: the endpoints of one function. */',
    `export const ${exportName(multiRouteFile(name))} = multiRouteFunction([`,
    ...endpoints.map(({ file }) => `  ${exportName(file)},`),
    '])',
    '',
  ].join('\n')

/** Returns the sources of the functions that serve several endpoints, by file name. */
export const multiRouteSources = (endpoints: LoadedEndpoint[]): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(endpoints, ({ functionName }) => functionName)]
      .filter(([, [first]]) => first?.spec.servedBy !== undefined)
      .map(([name, served]) => [
        relative('.generated', multiRouteFile(name)),
        jointFunctionSource(name, served),
      ]),
  )
