/** Service that runs until it is stopped. */
export interface Running {
  endpoint: string
  stop: () => Promise<void>
}

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
