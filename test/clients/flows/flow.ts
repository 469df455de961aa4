/**
 * Input of a flow: each client signs in, pages through a list, uploads a file, reads a stream, and is rejected once.
 */
export interface Given {
  url: string
  email: string
  password: string
  model: string
}

export interface Outcome {
  /** Titles of the three tasks of a list, read two at a time. */
  titles: string[]
  /** Title of a task after an update that sent back its own representation. */
  renamed: string
  fileStatus: string
  events: string[]
  text: string
  refusal: { status: number; detail: string }
}

export type Flow = (given: Given) => Promise<Outcome>

export const titles = ['Alpha', 'Beta', 'Gamma']

export const absentId = '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11'

export const bytes = 'hello'

/** Sends the bytes to the URL of an upload. */
export const put = async ({
  url,
  method,
  headers,
}: {
  url: string
  method: string
  headers: Partial<Record<string, string>>
}): Promise<void> => {
  const response = await fetch(url, { method, headers: headers as Record<string, string>, body: bytes })
  if (!response.ok) throw new Error(`The upload answered ${response.status}.`)
}
