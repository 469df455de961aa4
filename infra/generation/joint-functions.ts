import { relative } from 'node:path'
import { exportOf, jointFile, type LoadedEndpoint } from './endpoints.ts'

const jointFunctionSource = (name: string, endpoints: LoadedEndpoint[]): string =>
  [
    ...endpoints.map(({ file }) => `import { ${exportOf(file)} } from '../../${file}'`),
    "import { jointFunction } from '../../src/platform/http/joint-function.ts'",
    '',
    '/** Written by `npm run openapi`: the endpoints of one function. */',
    `export const ${exportOf(jointFile(name))} = jointFunction([`,
    ...endpoints.map(({ file }) => `  ${exportOf(file)},`),
    '])',
    '',
  ].join('\n')

/** Returns the sources of the functions that serve several endpoints, by file name. */
export const jointFunctionsOf = (endpoints: LoadedEndpoint[]): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(endpoints, ({ functionName }) => functionName)]
      .filter(([, [first]]) => first?.spec.servedBy !== undefined)
      .map(([name, served]) => [relative('.generated', jointFile(name)), jointFunctionSource(name, served)]),
  )
