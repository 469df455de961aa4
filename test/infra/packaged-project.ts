import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { exportOf } from '../../infra/endpoints.ts'

const root = join(import.meta.dirname, '../..')

/** Files are translated but not bundled, which is what takes the time, in tests that look at the template alone. */
export const doNotBundle = (folder: string): void =>
  writeFileSync(
    join(folder, 'esbuild.config.ts'),
    `const config = () => ({ format: 'esm', outputFileExtension: '.mjs', bundle: false, exclude: [] })
export const packaged = { bundle: true, format: 'esm', platform: 'node', packages: 'external', plugins: [] }
export { config as 'module.exports' }`,
  )

/** `npm run package` in a folder, with nothing of this machine's AWS account, if it has one. */
export const packageProject = async (
  folder: string,
  variables: Record<string, string> = {},
): Promise<void> => {
  const osls = join(root, 'node_modules/serverless/bin/serverless.js')
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    ...variables,
  }
  const packaging = promisify(execFile)(process.execPath, [osls, 'package'], { cwd: folder, env })
  // osls says there what is wrong
  await packaging.catch(({ stdout }: { stdout: string }) => Promise.reject(new Error(stdout)))
}

export interface FunctionResource {
  Handler: string
  Code: { S3Key: string }
}

/** The template as osls uploads it. */
export const uploadedTemplate = (folder: string): string =>
  JSON.stringify(
    JSON.parse(readFileSync(join(folder, '.serverless/cloudformation-template-update-stack.json'), 'utf8')),
  )

/** The functions of a template by their names, without the stack's name before them. */
export const functionsOf = (template: string): Map<string, FunctionResource> => {
  const { Resources } = JSON.parse(template) as {
    Resources: Record<string, { Type: string; Properties: FunctionResource & { FunctionName: string } }>
  }
  const functions = Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function')
  return new Map(
    functions.map(({ Properties }) => [
      Properties.FunctionName.replace('enterprise-platform-dev-', ''),
      Properties,
    ]),
  )
}

/** Gives every endpoint a twin on a path of its own, and every worker one with a queue of its own: 260 functions. */
export const doubleFunctions = (folder: string): void => {
  for (const file of globSync('src/*/{endpoints,workers}/*.ts', { cwd: folder })) {
    const source = readFileSync(join(folder, file), 'utf8')
    const twin = join(folder, dirname(file), `again-${basename(file)}`)
    const text = file.includes('/workers/')
      ? source.replace(/( = \w+\(\s*)(\w+),/, '$1{ ...$2, name: `again-${$2.name}` },')
      : source.replace(/\bpath: ('[^']+'|[\w.]+),/, 'path: `/again${$1}`,')
    if (text === source) throw new Error(`${file} has neither a path nor a queue.`)
    writeFileSync(twin, text.replace(`export const ${exportOf(file)} `, `export const ${exportOf(twin)} `))
  }
}
