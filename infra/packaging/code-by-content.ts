import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { join } from 'node:path'
import { mapOf } from './batch-build.ts'
import { codeKey, contentHash } from './code-keys.ts'
import { uploadCode, type PackagedCode } from './code-upload.ts'

interface Provider {
  naming: { getLambdaLogicalId: (name: string) => string }
  getDeploymentPrefix: () => string
  getStage: () => string
  getAwsSdkV3Config: () => Promise<S3ClientConfig>
}

interface Serverless {
  serviceDir: string
  getProvider: (name: 'aws') => Provider
  pluginManager: { plugins: object[] }
  service: {
    service: string
    functions: Record<string, { handler: string }>
    provider: {
      compiledCloudFormationTemplate: {
        Resources: Record<string, { Properties: { Code: { S3Key: string } } }>
      }
    }
  }
}

/** What osls deploys with. */
interface Deploy {
  bucketName: string
  packagePath: string
  uploadFunctionsAndLayers: () => Promise<void>
}

const isDeploy = (plugin: object): plugin is Deploy => plugin.constructor.name === 'AwsDeploy'

/**
 * The plugin that gives a function's code a place in the deployment bucket by what is in it, instead of one in the
 * folder of each deployment: CloudFormation then leaves alone the functions whose code is the same, and what is there
 * already is not uploaded again.
 */
class CodeByContent {
  readonly hooks: Record<string, () => void>
  readonly #serverless: Serverless

  constructor(serverless: Serverless, options: { force?: boolean }) {
    this.#serverless = serverless
    this.hooks = {
      'after:package:compileFunctions': () => this.#placeCode(),
      'before:aws:deploy:deploy:checkForChanges': () => {
        // osls compares archives with those in the last deployment's folder; what has changed is CloudFormation's to
        // say
        options.force = true
      },
      'before:aws:deploy:deploy:uploadArtifacts': () => this.#replaceUpload(),
    }
  }

  #prefix(): string {
    const provider = this.#serverless.getProvider('aws')
    return `${provider.getDeploymentPrefix()}/${this.#serverless.service.service}/${provider.getStage()}/`
  }

  #code(folder: string): Map<string, PackagedCode> {
    return new Map(
      Object.entries(this.#serverless.service.functions).map(([name, { handler }]) => {
        const archive = join(folder, `${name}.zip`)
        const key = codeKey(this.#prefix(), contentHash(archive))
        return [name, { key, archive, map: join(folder, 'maps', mapOf(handler)) }]
      }),
    )
  }

  #placeCode(): void {
    const { naming } = this.#serverless.getProvider('aws')
    const { Resources } = this.#serverless.service.provider.compiledCloudFormationTemplate
    for (const [name, { key }] of this.#code(join(this.#serverless.serviceDir, '.serverless'))) {
      const resource = Resources[naming.getLambdaLogicalId(name)]
      if (!resource) throw new Error(`The template has no function ${name}.`)
      resource.Properties.Code.S3Key = key
    }
  }

  #replaceUpload(): void {
    const deploy = this.#serverless.pluginManager.plugins.find(isDeploy)
    if (!deploy) throw new Error('osls has nothing to deploy with.')
    deploy.uploadFunctionsAndLayers = async () => {
      const client = new S3Client(await this.#serverless.getProvider('aws').getAwsSdkV3Config())
      const code = this.#code(deploy.packagePath)
      const uploaded = await uploadCode(client, { bucket: deploy.bucketName, prefix: this.#prefix() }, [
        ...code.values(),
      ])
      process.stdout.write(`The code of ${uploaded.length} of ${code.size} functions is new.\n`)
    }
  }
}

/** osls requires this file and wants the class itself as its CommonJS face. */
export { CodeByContent as 'module.exports' }
