/** Maximum size of a response that is not streamed ("Lambda quotas", invocation payload), less room for headers. */
const maxPayloadBytes = 6 * 1_048_576 - 16_384

const base64Bytes = (bytes: number) => Math.ceil(bytes / 3) * 4

const escapedBytes = (text: string) => Buffer.byteLength(JSON.stringify(text))

/** Minimum size for choosing the shorter encoding of a text, in bytes. */
const largeBytes = 1_048_576

/**
 * Encodes a text for Lambda, which measures the JSON around it with the text escaped again. Escaping doubles a text
 * full of quotes, while Base64 adds at most a third (decision 0002).
 */
export const encodeText = (text: string): { body: string; isBase64Encoded: boolean } => {
  const bytes = Buffer.byteLength(text)
  const isBase64Encoded = bytes > largeBytes && base64Bytes(bytes) < escapedBytes(text)
  return { body: isBase64Encoded ? Buffer.from(text).toString('base64') : text, isBase64Encoded }
}

/**
 * Returns a function that adds a part to a response and returns true if the response still fits into one payload in its
 * best encoding. `reservedBytes` are for the rest of the response.
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
