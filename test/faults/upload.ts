interface Upload {
  url: string
  headers: Record<string, string>
}

/** The text behind a signed link; read once more where the connection was closed before an answer came. */
export const textAt = async (url: string): Promise<string> => {
  const read = async () => (await fetch(url)).text()
  return read().catch(read)
}

/** Puts the bytes by the signed link, as often as it takes; whether they came is then known. */
export const putBytes = async ({ url, headers }: Upload, body: string): Promise<boolean> => {
  for (let n = 0; n < 8; n += 1) {
    const status = await fetch(url, {
      method: 'PUT',
      headers,
      body,
      signal: AbortSignal.timeout(1_000),
    })
      .then(async (answer) => (await answer.arrayBuffer(), answer.status))
      // there is none, or it stops in its middle
      .catch(() => 0)
    // it was there before: an answer was lost
    if (status === 200 || status === 412) return true
  }
  return false
}
