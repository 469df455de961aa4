/** The most that a Lambda function streams, in bytes ("Response streaming for Lambda functions"). */
export const mostStreamed = 200 * 1024 ** 2

/** The most bytes that come in through the gateway: in Base64, and with all headers, within Lambda's event of 6 MB. */
export const mostSaved = 4_400_000
