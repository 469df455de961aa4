import { PutObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleWopiServer } from './wopi-server.ts'

interface Aws {
  getStage: () => string
  getAwsSdkV3Config: () => Promise<S3ClientConfig>
  getServerlessDeploymentBucketName: () => Promise<string>
}

interface Serverless {
  serviceDir: string
  getProvider: (name: 'aws') => Aws
  service: {
    provider: { compiledCloudFormationTemplate: { Parameters: { WopiServer: { Default: string } } } }
  }
}

/** The plugin that makes the code of the server of documents with the package, and uploads it where there is one. */
class WopiServerCode {
  readonly hooks: Record<string, () => Promise<void>>

  constructor(serverless: Serverless) {
    const folder = join(serverless.serviceDir, '.serverless')
    this.hooks = {
      'after:package:createDeploymentArtifacts': async () => {
        const { text } = await bundleWopiServer(serverless.getProvider('aws').getStage())
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, 'wopi-server.mjs'), text)
      },
      'before:aws:deploy:deploy:updateStack': async () => {
        const { Parameters } = serverless.service.provider.compiledCloudFormationTemplate
        if (Parameters.WopiServer.Default !== 'yes') return
        const aws = serverless.getProvider('aws')
        const { text, key } = await bundleWopiServer(aws.getStage())
        const s3 = new S3Client(await aws.getAwsSdkV3Config())
        const Bucket = await aws.getServerlessDeploymentBucketName()
        await s3.send(new PutObjectCommand({ Bucket, Key: key, Body: text, ContentType: 'text/javascript' }))
      },
    }
  }
}

/** osls requires this file and wants the class itself as its CommonJS face. */
export { WopiServerCode as 'module.exports' }
