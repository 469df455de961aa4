/** Where the stand-ins for AWS listen. */
export interface Endpoints {
  dynamodb: string
  sqs: string
  s3: string
  /** Its inbox is a page at `/`, and at `/store` as JSON. */
  ses: string
  /** Secrets Manager, and Parameter Store too. */
  secrets: string
}
