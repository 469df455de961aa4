/** Endpoints of the AWS emulators. */
export interface Endpoints {
  dynamodb: string
  sqs: string
  s3: string
  /** Its inbox is a page at `/`, and JSON at `/store`. */
  ses: string
  /** Secrets Manager and Parameter Store. */
  secrets: string
}
