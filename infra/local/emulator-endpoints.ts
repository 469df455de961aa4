/** Where the stand-ins for AWS listen. */
export interface Endpoints {
  dynamodb: string
  sqs: string
  s3: string
  /** Secrets Manager, and Parameter Store too. */
  secrets: string
}
