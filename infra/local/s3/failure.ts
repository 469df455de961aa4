/** The S3 error codes in use: status and standard message. */
const failures = {
  AccessDenied: [403, 'Access Denied'],
  AccessForbidden: [403, 'CORSResponse: This CORS request is not allowed.'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed.'],
  AuthorizationQueryParametersError: [400, 'A parameter of the signature in the query is missing or wrong.'],
  BadDigest: [400, 'The checksum you specified did not match what we received.'],
  BadRequest: [400, 'Bad Request'],
  BucketAlreadyOwnedByYou: [409, 'The bucket exists already and you own it.'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed size.'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed size.'],
  IncompleteBody: [400, 'The body does not have the number of bytes that the request promised.'],
  InternalError: [500, 'We encountered an internal error. Please try again.'],
  InvalidAccessKeyId: [403, 'The access key id you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid Argument'],
  InvalidBucketState: [409, 'Object Lock configuration cannot be enabled on existing buckets'],
  InvalidPart: [400, 'One or more of the specified parts could not be found or had another ETag.'],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order.'],
  InvalidRange: [416, 'The requested range is not satisfiable'],
  InvalidRequest: [400, 'Invalid Request'],
  InvalidURI: [400, 'The specified URI could not be parsed.'],
  KeyTooLongError: [400, 'Your key is too long'],
  MalformedXML: [400, 'The XML you provided was not well-formed.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  NoSuchBucket: [404, 'The specified bucket does not exist'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchVersion: [404, 'The specified version does not exist.'],
  NoSuchUpload: [404, 'The specified multipart upload does not exist.'],
  NotImplemented: [501, 'This is not implemented by the stand-in for S3.'],
  PreconditionFailed: [412, 'At least one of the pre-conditions you specified did not hold'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the current time is too large.'],
  SignatureDoesNotMatch: [403, 'The signature we calculated does not match the one you provided.'],
  XAmzContentSHA256Mismatch: [400, "The provided 'x-amz-content-sha256' header does not match the body."],
} as const

/** Error response of S3; thrown to be sent. */
export class S3Failure extends Error {
  readonly code: keyof typeof failures
  readonly status: number
  /** Additional headers of the response. */
  readonly headers: Record<string, string>
  constructor(code: keyof typeof failures, message?: string, headers: Record<string, string> = {}) {
    super(message ?? failures[code][1])
    this.code = code
    this.status = failures[code][0]
    this.headers = headers
  }
}
