/** Lambda's limit of an answer that is not streamed ("Lambda quotas", invocation payload), without room for headers. */
const maxPayloadBytes = 6 * 1_048_576 - 16_384

const base64Bytes = (bytes: number) => Math.ceil(bytes / 3) * 4

const escapedBytes = (text: string) => Buffer.byteLength(JSON.stringify(text))

/** Above this size it matters how a text is encoded. */
const largeBytes = 1_048_576

/**
 * How a text goes to Lambda, which measures the JSON around it, the text escaped once more: in what is full of quotes
 * that takes twice the bytes, while Base64 is never more than a third longer (decision 0002).
 */
export const encodeText = (text: string): { body: string; isBase64Encoded: boolean } => {
  const bytes = Buffer.byteLength(text)
  const isBase64Encoded = bytes > largeBytes && base64Bytes(bytes) < escapedBytes(text)
  return { body: isBase64Encoded ? Buffer.from(text).toString('base64') : text, isBase64Encoded }
}

/**
 * Tells whether parts of an answer, added one by one, still fit into one, however they are encoded. `reservedBytes` are
 * for what is around them.
 */
export const payloadLimit = (reservedBytes: number): ((part: unknown) => boolean) => {
  let [bytes, escaped] = [reservedBytes, reservedBytes]
  return (part) => {
    const json = JSON.stringify(part)
    bytes += Buffer.byteLength(json)
    escaped += escapedBytes(json)
    return Math.min(base64Bytes(bytes), escaped) <= maxPayloadBytes
  }
}
