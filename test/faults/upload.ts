/** Time limit for a call at a signed link (ms). */
const limitMilliseconds = 1_000

interface Upload {
  url: string
  headers: Record<string, string>
}

/** Returns the text at a signed link; retries once if the connection closes or stalls before a response. */
export const textAt = async (url: string): Promise<string> => {
  const read = async () => (await fetch(url, { signal: AbortSignal.timeout(limitMilliseconds) })).text()
  return read().catch(read)
}

/** Uploads bytes to a signed link, with retries, so that the outcome is known. */
export const putBytes = async ({ url, headers }: Upload, body: string): Promise<boolean> => {
  for (let n = 0; n < 8; n += 1) {
    const status = await fetch(url, {
      method: 'PUT',
      headers,
      body,
      signal: AbortSignal.timeout(limitMilliseconds),
    })
      .then(async (answer) => (await answer.arrayBuffer(), answer.status))
      // no response, or it stalled
      .catch(() => 0)
    // 412: the upload succeeded, but its response was lost
    if (status === 200 || status === 412) return true
  }
  return false
}
