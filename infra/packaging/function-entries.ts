import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleOf, onlyFolder, type FunctionCode } from './function-code.ts'

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
 * The plugin that puts `index.mjs` into each archive. It hands on the handler of the bundle, which keeps the name of
 * its source, so that a stack trace says which function it is of. It must stand before serverless-esbuild.
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
          const { file, exported } = bundleOf(code)
          const folder = onlyFolder(bundler.buildDirPath, name)
          await mkdir(folder, { recursive: true })
          await writeFile(join(folder, 'index.mjs'), `export { ${exported} as handler } from './${file}'\n`)
        }
      },
    }
  }
}

/** osls requires this file and wants the class itself as its CommonJS face. */
export { FunctionEntries as 'module.exports' }
