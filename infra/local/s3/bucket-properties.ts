import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** What of infra/bucket.yml the stand-in follows; `!GetAtt Queue.Arn` reads as `Queue.Arn`. */
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

/** The properties of the bucket. */
export const bucketProperties = (): BucketProperties => {
  const text = readFileSync(new URL('../../bucket.yml', import.meta.url), 'utf8')
  // the template's own tags are not known to the parser
  const template = parse(text, { logLevel: 'error' }) as {
    Resources: { Bucket: { Properties: BucketProperties } }
  }
  return template.Resources.Bucket.Properties
}
