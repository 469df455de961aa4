import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** The properties of infra/template/bucket.yml that the S3 emulator uses; `!GetAtt Queue.Arn` reads as `Queue.Arn`. */
interface BucketProperties {
  CorsConfiguration: { CorsRules: [{ AllowedMethods: string[]; ExposedHeaders: string[] }] }
  NotificationConfiguration: {
    QueueConfigurations: {
      Event: string
      Queue: string
      Filter: { S3Key: { Rules: { Name: string; Value: string }[] } }
    }[]
  }
}

export const bucketProperties = (): BucketProperties => {
  const text = readFileSync(new URL('../../template/bucket.yml', import.meta.url), 'utf8')
  // suppresses warnings about the template's own tags
  const template = parse(text, { logLevel: 'error' }) as {
    Resources: { Bucket: { Properties: BucketProperties } }
  }
  return template.Resources.Bucket.Properties
}
