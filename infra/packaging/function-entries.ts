import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEntrypoint, onlyFolder, type FunctionCode } from './function-code.ts'

interface Serverless {
  configSchemaHandler: { defineFunctionProperties: (provider: string, schema: object) => void }
  pluginManager: { plugins: object[] }
  service: { functions: Record<string, FunctionCode> }
}

interface Bundler {
  buildDirPath: string
}

const isBundler = (plugin: object): plugin is Bundler => plugin.constructor.name === 'EsbuildServerlessPlugin'

/**
 * Plugin that adds `index.mjs` to each archive. This file exports the handler of the bundle; the bundle keeps the name
 * of its source, so that stack traces name the function. The plugin must precede serverless-esbuild.
 */
class FunctionEntries {
  readonly hooks: Record<string, () => Promise<void>>

  constructor({ configSchemaHandler, pluginManager, service }: Serverless) {
    configSchemaHandler.defineFunctionProperties('aws', {
      properties: { esbuildEntrypoint: { type: 'string' } },
    })
    this.hooks = {
      'before:package:createDeploymentArtifacts': async () => {
        const bundler = pluginManager.plugins.find(isBundler)
        if (!bundler) throw new Error('The plugin serverless-esbuild is missing.')
        for (const [name, code] of Object.entries(service.functions)) {
          const { file, exported } = parseEntrypoint(code)
          const folder = onlyFolder(bundler.buildDirPath, name)
          await mkdir(folder, { recursive: true })
          await writeFile(join(folder, 'index.mjs'), `export { ${exported} as handler } from './${file}'\n`)
        }
      },
    }
  }
}

/** osls requires this file, and expects the class itself as its CommonJS export. */
export { FunctionEntries as 'module.exports' }
