import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wopiServerCode } from '../template/wopi-server.ts'
import { sourceMapFile } from '../packaging/batch-build.ts'
import { codeKey, contentHash, deploymentPrefix, mapKey } from '../packaging/code-keys.ts'
import { uploadCode, type PackagedCode } from './code-upload.ts'
import { parseEntrypoint, parseChunkPath, type FunctionCode } from '../packaging/function-code.ts'

interface Provider {
  naming: { getLambdaLogicalId: (name: string) => string }
  getStage: () => string
  getAwsSdkV3Config: () => Promise<S3ClientConfig>
}

interface Serverless {
  serviceDir: string
  getProvider: (name: 'aws') => Provider
  pluginManager: { plugins: object[] }
  service: {
    functions: Record<string, FunctionCode>
    provider: {
      compiledCloudFormationTemplate: {
        Parameters: { WopiServer: { Default: string } }
        Resources: Record<string, { Metadata?: object; Properties: { Code: { S3Key: string } } }>
      }
    }
  }
}

/** The osls plugin that deploys. */
interface Deploy {
  bucketName: string
  packagePath: string
  uploadFunctionsAndLayers: () => Promise<void>
}

const isDeploy = (plugin: object): plugin is Deploy => plugin.constructor.name === 'AwsDeploy'

const serverFile = 'wopi-server.mjs'

/** Returns the source maps of a bundle and of its chunks, by key. */
const sourceMaps = (folder: string, bundle: string, key: string) =>
  new Map(
    globSync(sourceMapFile(bundle.replace(/mjs$/, '{mjs,*.mjs}')), { cwd: folder }).map((map) => [
      mapKey(key, parseChunkPath(map.replace(/\.map$/, '')).chunk),
      join(folder, map),
    ]),
  )

/**
 * Plugin that gives code a content-based key in the deployment bucket, instead of a key in the folder of each
 * deployment: CloudFormation does not update functions with unchanged code, and existing code is not uploaded again.
 * The same applies to the code of the WOPI server on stages that have one.
 */
class CodeByContent {
  readonly hooks: Record<string, () => void | Promise<void>>
  readonly #serverless: Serverless

  constructor(serverless: Serverless, options: { force?: boolean }) {
    this.#serverless = serverless
    this.hooks = {
      'after:package:compileFunctions': () => this.#setCodeKeys(),
      'after:package:createDeploymentArtifacts': () => this.#writeServerCode(),
      'before:aws:deploy:deploy:checkForChanges': () => {
        // osls compares archives with those in the folder of the last deployment; here CloudFormation decides what has
        // changed
        options.force = true
      },
      'before:aws:deploy:deploy:uploadArtifacts': () => this.#replaceUpload(),
    }
  }

  #stage(): string {
    return this.#serverless.getProvider('aws').getStage()
  }

  #functionCode(folder: string): Map<string, PackagedCode & { bundle: string }> {
    const prefix = deploymentPrefix(this.#stage())
    return new Map(
      Object.entries(this.#serverless.service.functions).map(([name, code]) => {
        const { file: bundle } = parseEntrypoint(code)
        const file = join(folder, `${name}.zip`)
        const key = codeKey(prefix, contentHash(file))
        return [name, { key, file, bundle, maps: sourceMaps(join(folder, 'maps'), bundle, key) }]
      }),
    )
  }

  #setCodeKeys(): void {
    const { naming } = this.#serverless.getProvider('aws')
    const { Resources } = this.#serverless.service.provider.compiledCloudFormationTemplate
    for (const [name, { key, bundle }] of this.#functionCode(
      join(this.#serverless.serviceDir, '.serverless'),
    )) {
      const resource = Resources[naming.getLambdaLogicalId(name)]
      if (!resource) throw new Error(`The template has no function ${name}.`)
      resource.Properties.Code.S3Key = key
      // a stack trace contains the bundle's name, and `npm run stack-trace` finds the function and its source map by
      // this name
      resource.Metadata = { Bundle: bundle }
    }
  }

  async #writeServerCode(): Promise<void> {
    const { text } = await wopiServerCode(this.#stage())
    writeFileSync(join(this.#serverless.serviceDir, '.serverless', serverFile), text)
  }

  async #serverCode(folder: string): Promise<PackagedCode[]> {
    const { Parameters } = this.#serverless.service.provider.compiledCloudFormationTemplate
    if (Parameters.WopiServer.Default !== 'yes') return []
    const { key } = await wopiServerCode(this.#stage())
    return [{ key, file: join(folder, serverFile) }]
  }

  #replaceUpload(): void {
    const deploy = this.#serverless.pluginManager.plugins.find(isDeploy)
    if (!deploy) throw new Error('osls has no deploy command.')
    deploy.uploadFunctionsAndLayers = async () => {
      const client = new S3Client(await this.#serverless.getProvider('aws').getAwsSdkV3Config())
      const target = { bucket: deploy.bucketName, prefix: deploymentPrefix(this.#stage()) }
      const functions = this.#functionCode(deploy.packagePath)
      const uploaded = await uploadCode(client, target, [...functions.values()])
      await uploadCode(client, target, await this.#serverCode(deploy.packagePath))
      process.stdout.write(`${uploaded.length} of ${functions.size} functions have new code.\n`)
    }
  }
}

/** osls requires this file, and expects the class itself as its CommonJS export. */
export { CodeByContent as 'module.exports' }
